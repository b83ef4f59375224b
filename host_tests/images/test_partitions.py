"""Tables of partitions: as another program reads them, and what a board keeps over an update."""

import itertools

import pytest

from dev.fetching.outcome import Missing
from dev.images import espressif, partitions
from dev.images.partitions import IMAGE, STOCK, Partition
from support.tablet import idf_stand_in

FLASH = 4 << 20
SECTOR = 4096
FACTORY = next(row for row in IMAGE if row.name == "factory")
APP = 0x10000  # ESP-IDF, partition tables: app partitions begin at a multiple


@pytest.mark.full
@pytest.mark.parametrize("rows", [STOCK, IMAGE], ids=["stock", "image"])
def test_another_program_reads_the_same(rows: tuple[Partition, ...]) -> None:
    # Installed for `make test-all` only.
    from mp_image_tool_esp32 import partition_table as other  # noqa: PLC0415

    read = other.PartitionTable.from_bytes(partitions.table(rows))
    there = [(row.name, row.type, row.subtype, row.offset, row.size) for row in read]
    assert there == [tuple(row) for row in rows]
    assert read.to_bytes().rstrip(b"\xff") == partitions.table(rows).rstrip(b"\xff")


@pytest.mark.parametrize("rows", [STOCK, IMAGE], ids=["stock", "image"])
def test_nothing_overlaps_and_all_is_where_the_chip_takes_it(rows: tuple[Partition, ...]) -> None:
    assert rows[0].start >= partitions.AT + SECTOR
    for row, following in itertools.pairwise((*rows, Partition("", 0, 0, FLASH, 0))):
        assert row.start + row.size <= following.start
    for row in rows:
        assert row.start % (APP if row.kind == 0 else SECTOR) == row.size % SECTOR == 0


def test_an_image_finds_what_a_board_had_and_keeps_it() -> None:
    """All that is kept lies behind what an image is written over."""
    stock, image = ({row.name: row for row in rows} for rows in (STOCK, IMAGE))
    assert all(stock[name] == image[name] for name in ("vfs", "scores"))
    (app,) = [row for row in IMAGE if row.kind == 0]
    assert min(image[name].start for name in ("nvs", "vfs", "scores")) >= app.start + app.size


def test_the_table_for_a_stock_image_is_written(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["partitions", str(tmp_path / "scores.bin")])
    assert partitions.main() == 0
    assert (tmp_path / "scores.bin").read_bytes() == partitions.table(STOCK)


@pytest.mark.parametrize("board", espressif.CHIPS)
def test_what_is_another_chips_or_has_no_room_is_refused(board: str) -> None:
    chip = espressif.CHIPS[board]
    good = idf_stand_in.image(chip.number, b"good")
    other = idf_stand_in.image({0: 9, 9: 5, 5: 0}[chip.number], b"other")
    large = idf_stand_in.image(chip.number, bytes(FACTORY.size))
    for parts, said in (
        ((other, good), "the bootloader that was built is none for this chip"),
        ((good, other), "the app that was built is none for this chip"),
        ((good, b""), "the app that was built is none for this chip"),
        ((large, good), "the bootloader has "),
        ((good, large), "the app has .* and there is room for 1,966,080"),
    ):
        with pytest.raises(Missing, match=said):
            espressif.join_parts(board, *parts)
