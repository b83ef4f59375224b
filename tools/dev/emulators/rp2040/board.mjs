// A Raspberry Pi Pico on a table: the chip is rp2040js's, what is soldered and plugged to it is
// here: the flash chip, a panel on I2C0, six keys, the USB host at the other end of the cable.
//
//     node board.mjs RP2040JS BOOT_ROM FLASH LATE STATUS
//
// LATE: a file that keeps how many ms the board is behind, of all the time that it ran by itself: a
// double, which is 0 at first. To a program whose clock is as late, the board is on time.
// STATUS: the byte that the panel answers when it is read.
//
// Messages both ways: a letter, the size in four bytes (little-endian), the content. To the board:
//
//     w  ms, keys: runs so long with these down,      s  bytes on the cable
//        lets them go, and answers w                  q  what has been used; answers q
//     l  what the host does with the port:            r  a reset by the pin RUN; answers r
//        1 DTR, 2 RTS, 4 it reads; answered l
//     g  1: runs by itself, not faster than time;     m  address, size: answers m with what the
//        0: only for w                                   memory has there, RAM or flash
//
// From the board: i, address and bytes of a write on the bus (c: one that a reset cut); s, bytes
// on the cable; e, a line about what has happened.

import { openSync, readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [library, bootRom, flashFile, lateFile, status] = process.argv.slice(2);
const { RP2040, BasePeripheral, LogLevel, ConsoleLogger } = await import(
  pathToFileURL(`${library}/dist/esm/index.js`)
);
const KEYS = [6, 7, 8, 9, 10, 11];
const BUS = [4, 5]; // pulled up on the panel
const PLUGGED_IN = 24; // high while a host gives power
const PANEL = 0x3c;
const PANEL_RAM = 0xc0; // control byte: one byte for the RAM follows
const RAW_INTR_STAT = 0x34; // of I2C (4.3.17)
const TX_EMPTY = 1 << 4; // in it
const FLASH_SIZE = 2 << 20;
const XIP = 0x10000000;
const RAM = 0x20000000;
const [DTR, RTS, READING] = [1, 2, 4];
const MS = 1e6; // in ns
const STACK = 8192; // bytes (ports/rp2/CMakeLists.txt), beneath where it starts:
const VECTORS = 0x100; // in flash, the first of them
const PAINT = 0xa5;
const SLICE = 8; // ms of this machine's time after which it is listened
const SOME = 5000; // instructions between two looks at that time

// ---- The flash chip, a Winbond W25Q16JV: commands of its data sheet, 8.1; times of 9.6.

const ERASE = { 0x20: [4096, 45 * MS], 0x52: [32768, 120 * MS], 0xd8: [65536, 150 * MS] };
const PROGRAM_NS = 0.4 * MS;
const UNIQUE = [0xe6, 0x61, 0x5c, 0x0b, 0x70, 0x69, 0x63, 0x6f];
const ANSWERS = { 0x9f: [1, [0xef, 0x40, 0x15]], 0x4b: [5, UNIQUE], 0x35: [1, [2]] };

class FlashChip {
  constructor(content) {
    this.content = content;
    this.selected = false;
    this.writable = false;
    this.said = [];
    this.readyAt = 0;
    this.programmed = this.erased = 0; // bytes
  }

  select(on) {
    if (on && !this.selected) this.said = [];
    if (!on && this.selected) this.carryOut();
    this.selected = on;
  }

  exchange(byte, clock) {
    const place = this.said.push(byte) - 1;
    const [command] = this.said;
    this.clock = clock;
    if (place === 0) {
      if (command === 0x06) this.writable = true;
      if (command === 0x04) this.writable = false;
      return 0xff;
    }
    if (command === 0x05) {
      const busy = this.readyAt > clock.nanos;
      if (busy) clock.skip(this.readyAt - clock.nanos); // nobody counts how often it was asked
      return (busy ? 1 : 0) | (this.writable ? 2 : 0);
    }
    if (command === 0x03 && place >= 4) return this.content[(this.address() + place - 4) % FLASH_SIZE];
    const [first, answer] = ANSWERS[command] ?? [0, []];
    return place >= first ? (answer[place - first] ?? 0xff) : 0xff;
  }

  address() {
    return ((this.said[1] << 16) | (this.said[2] << 8) | this.said[3]) % FLASH_SIZE;
  }

  carryOut() {
    const [command] = this.said;
    if (!this.writable || this.said.length < 4) return;
    if (command in ERASE) {
      const [size, takes] = ERASE[command];
      const start = this.address() & ~(size - 1);
      this.content.fill(0xff, start, start + size);
      this.erased += size;
      this.busy(takes);
    } else if (command === 0x02) {
      const start = this.address();
      const page = start & ~255;
      this.said.slice(4).forEach((byte, at) => {
        this.content[page + ((start + at) & 255)] &= byte;
      });
      this.programmed += this.said.length - 4;
      this.busy(PROGRAM_NS);
    }
    this.said = [];
  }

  busy(nanos) {
    this.writable = false;
    this.readyAt = this.clock.nanos + nanos;
  }
}

// The chip's serial port for it: RP2040 Datasheet, 4.10. Code in flash is not read through it.
const [CTRLR0, SSIENR, BAUDR, TXFLR, RXFLR, SR, IDR, VERSION, DR0] = [0, 8, 20, 32, 36, 40, 88, 92, 96];

class SSI extends BasePeripheral {
  constructor(rp2040, chip, forced) {
    super(rp2040, 'SSI');
    this.registers = new Map();
    Object.assign(this, { chip, forced, heard: [] });
  }

  readUint32(offset) {
    if (offset === TXFLR) return 0;
    if (offset === RXFLR) return this.heard.length;
    if (offset === SR) return 6 | (this.heard.length ? 8 : 0);
    if (offset === IDR) return 0x51535049;
    if (offset === VERSION) return 0x3430312a;
    if (offset === DR0) return this.heard.shift() ?? 0;
    return this.registers.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    if (offset !== DR0) {
      this.registers.set(offset, value);
      if (offset === SSIENR) this.heard = [];
      return;
    }
    if (!this.forced.any) {
      // Selected by the port itself, for as long as there is something to send.
      if (!this.heard.length) this.chip.select(false);
      this.chip.select(true);
    }
    this.heard.push(this.chip.selected ? this.chip.exchange(value & 255, this.rp2040.clock) : 0xff);
  }
}

// The pins of the flash chip, of which software may force one: 2.19.6.2, GPIO_QSPI_SS_CTRL.
class FlashPins extends BasePeripheral {
  constructor(rp2040, chip) {
    super(rp2040, 'IO_QSPI');
    this.registers = new Map();
    this.chip = chip;
    this.any = false;
  }

  readUint32(offset) {
    return this.registers.get(offset) ?? (offset % 8 && offset < 0x30 ? 0x1f : 0);
  }

  writeUint32(offset, value) {
    this.registers.set(offset, value);
    if (offset === 0x0c) {
      const how = (value >> 8) & 3;
      this.any = how > 1;
      this.chip.select(how === 2);
    }
  }
}

// ---- Registers that are only kept: the ring oscillator, whose random bit this machine gives.

class Kept extends BasePeripheral {
  constructor(rp2040, name, random = -1) {
    super(rp2040, name);
    this.registers = new Map();
    this.random = random;
  }

  readUint32(offset) {
    return offset === this.random ? Math.random() * 2 : (this.registers.get(offset) ?? 0);
  }

  writeUint32(offset, value) {
    this.registers.set(offset, value);
  }
}

// ---- Time: in ns of the board's. `skip`: while the core waits.

class Clock {
  constructor(nanos = 0) {
    this.nanosCounter = nanos;
    this.first = null;
  }

  get nanos() {
    return this.nanosCounter;
  }

  get micros() {
    return this.nanosCounter / 1000;
  }

  createAlarm(callback) {
    const alarm = { callback, nanos: 0, next: null, scheduled: false };
    alarm.schedule = (delay) => this.link(alarm, delay);
    alarm.cancel = () => this.unlink(alarm);
    return alarm;
  }

  link(alarm, delay) {
    if (alarm.scheduled) this.unlink(alarm);
    alarm.nanos = this.nanosCounter + delay;
    let before = null;
    let after = this.first;
    while (after && after.nanos <= alarm.nanos) [before, after] = [after, after.next];
    alarm.next = after;
    if (before) before.next = alarm;
    else this.first = alarm;
    alarm.scheduled = true;
  }

  unlink(alarm) {
    if (!alarm.scheduled) return;
    alarm.scheduled = false;
    if (this.first === alarm) this.first = alarm.next;
    for (let other = this.first; other; other = other.next) {
      if (other.next === alarm) other.next = alarm.next;
    }
  }

  skip(nanos) {
    this.nanosCounter += nanos;
    this.due();
  }

  due() {
    const now = this.nanosCounter;
    while (this.first && this.first.nanos <= now) {
      const alarm = this.first;
      this.first = alarm.next;
      alarm.scheduled = false;
      this.nanosCounter = alarm.nanos;
      alarm.callback();
    }
    this.nanosCounter = Math.max(now, this.nanosCounter);
  }
}

// ---- The USB host. Full speed: a packet of 64 bytes takes some 50 us on the wire.

const PACKET_NS = 50_000;
const FRAME_NS = 1 * MS;
const SOF = 1 << 17; // in INTR, INTE; reading SOF_RD clears it (4.1.4)
const SOF_RD = 0x48;

class Host {
  constructor(board) {
    const { rp2040 } = board;
    this.board = board;
    this.usb = rp2040.usbCtrl;
    this.steps = []; // what is asked for after the request that is under way
    this.busy = false;
    this.descriptor = [];
    this.in = this.out = -1;
    this.room = 0;
    this.held = [];
    const { usb } = this;
    this.finished = rp2040.clock.createAlarm(() => {
      if (!this.busy) return;
      this.busy = false;
      this.step.answered(this.answer);
      this.next();
    });
    const ready = usb.indicateBufferReady.bind(usb);
    this.taken = rp2040.clock.createAlarm(() => ready(this.in, false));
    usb.indicateBufferReady = (endpoint, out) => {
      if (endpoint !== this.in || out) ready(endpoint, out);
    };
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => {
      this.steps = [];
      this.busy = false;
      this.ask([0, 5, 1, 0, 0, 0, 0, 0]); // an address
      this.ask([0x80, 6, 0, 2, 0, 0, 9, 0], (answer) => {
        const size = answer[2] | (answer[3] << 8);
        this.ask([0x80, 6, 0, 2, 0, 0, size & 255, size >> 8], (all) => this.configure(all), size);
      }, 9);
    };
    usb.onEndpointWrite = (endpoint, bytes) => this.hear(endpoint, bytes);
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === 0) {
        usb.endpointReadDone(0, new Uint8Array(0));
        this.finish();
      } else if (endpoint === this.out) {
        this.room = size;
        this.send();
      }
    };
    this.frames = rp2040.clock.createAlarm(() => this.frame());
    this.frames.schedule(FRAME_NS);
    const read = usb.readUint32.bind(usb);
    usb.readUint32 = (offset) => {
      if (offset === SOF_RD) {
        usb.intRaw &= ~SOF;
        usb.checkInterrupts();
      }
      return read(offset);
    };
  }

  frame() {
    const { usb } = this;
    usb.sofFrameNumber = (usb.sofFrameNumber + 1) & 0x7ff;
    if (usb.intEnable & SOF) {
      usb.intRaw |= SOF;
      usb.checkInterrupts();
    }
    this.frames.schedule(FRAME_NS);
  }

  ask(setup, answered = () => {}, size = 0) {
    this.steps.push({ setup, answered, size });
    this.next();
  }

  next() {
    if (this.busy || !this.steps.length) return;
    this.busy = true;
    this.step = this.steps.shift();
    this.answer = [];
    this.usb.sendSetupPacket(new Uint8Array(this.step.setup));
  }

  hear(endpoint, bytes) {
    if (endpoint === 0) {
      this.answer.push(...bytes);
      if (!this.step?.size) this.finish(); // else there is an empty packet to the device
    } else if (endpoint === this.in) {
      this.held.push(bytes);
      this.take();
    }
  }

  finish() {
    this.finished.schedule(2 * PACKET_NS);
  }

  take() {
    if (!this.held.length || !(this.board.lines & READING)) return;
    for (const bytes of this.held.splice(0)) if (bytes.length) tell('s', bytes);
    this.taken.schedule(PACKET_NS);
  }

  configure(all) {
    let data = false;
    for (let at = 0; at < all.length; at += all[at]) {
      if (all[at + 1] === 4) data = all[at + 5] === 10;
      if (all[at + 1] === 5 && data) {
        if (all[at + 2] & 0x80) this.in = all[at + 2] & 15;
        else this.out = all[at + 2] & 15;
      }
    }
    this.ask([0, 9, 1, 0, 0, 0, 0, 0], () => {
      event('configured');
      if (this.board.lines & READING) this.control();
    });
  }

  control(done = () => {}) {
    if (this.out < 0) return done();
    event(`lines ${this.board.lines & 3}`);
    this.ask([0x21, 0x22, this.board.lines & 3, 0, 0, 0, 0, 0], done);
  }

  send() {
    const { waiting } = this.board;
    if (!this.room || !waiting.length) return;
    const bytes = waiting.splice(0, Math.min(this.room, 64));
    this.room = 0;
    this.usb.endpointReadDone(this.out, new Uint8Array(bytes), PACKET_NS / 1000);
  }
}

// ---- The board.

class Board {
  constructor(flash) {
    this.flash = new FlashChip(flash);
    this.down = 0;
    this.lines = 0;
    this.waiting = []; // bytes from the host
    this.nanos = 0;
    this.start();
  }

  start(old = null) {
    const clock = new Clock(this.nanos);
    this.clock = clock;
    this.asked = this.shown = this.nanos; // the last press, or the start; the last byte for the panel
    const rp2040 = new RP2040(clock);
    if (this.rp2040) rp2040.sram.set(this.rp2040.sram); // which no reset clears
    this.rp2040 = rp2040;
    rp2040.logger = new ConsoleLogger(LogLevel.Error);
    rp2040.logger.error = (who, what) => event(`error ${who}: ${what}`);
    rp2040.loadBootrom(rom);
    rp2040.flash = this.flash.content;
    rp2040.flash16 = new Uint16Array(rp2040.flash.buffer);
    rp2040.flashView = new DataView(rp2040.flash.buffer);
    const top = rp2040.flashView.getUint32(VECTORS, true) - RAM;
    this.stack = rp2040.sram.subarray(top - STACK, top).fill(PAINT);
    const pins = new FlashPins(rp2040, this.flash);
    this.flash.readyAt = 0;
    this.flash.select(false);
    Object.assign(rp2040.peripherals, {
      0x18000: new SSI(rp2040, this.flash, pins),
      0x40018: pins,
      0x40060: new Kept(rp2040, 'ROSC', 0x1c),
      0x40064: new Kept(rp2040, 'VREG_AND_CHIP_RESET'),
      0x14000: new Kept(rp2040, 'XIP_CTRL'),
    });
    const watchdog = rp2040.peripherals[0x40058];
    if (old) {
      watchdog.reason = old.reason;
      watchdog.scratchData.set(old.scratchData);
    } else rp2040.peripherals[0x40064].registers.set(8, 1 << 8); // CHIP_RESET: power on
    watchdog.onWatchdogTrigger = () => {
      event(`watchdog ${watchdog.reason}`);
      watchdog.alarm.enable = watchdog.timer.enable = false; // or it would go off for ever
      this.again = watchdog;
    };
    this.bus(rp2040.i2c[0]);
    for (const number of [...KEYS, ...BUS, PLUGGED_IN]) rp2040.gpio[number].setInputValue(true);
    this.press(this.down);
    this.host = new Host(this);
    this.core = rp2040.core;
    this.core.writeUint32 = (address, value) => {
      const at = (address >>> 0) - RAM; // most of it; the library would look for a peripheral first
      if (at >= 0 && at <= rp2040.sram.length - 4) rp2040.sramView.setUint32(at, value, true);
      else rp2040.writeUint32(address, value);
    };
    this.core.PC = XIP;
  }

  // A byte takes nine clocks: eight bits and the answer.
  bus(i2c) {
    let message = [];
    let cell = 0; // of the panel's RAM
    let next = () => {};
    const alarm = this.clock.createAlarm(() => next());
    const later = (what) => {
      next = what;
      const clocks = i2c.sclLowPeriod + i2c.sclHighPeriod + 10;
      alarm.schedule((9 * clocks * 1e9) / this.rp2040.clkSys);
    };
    i2c.onConnect = (address) => {
      const there = address === PANEL;
      message = there ? [address] : [];
      later(() => {
        if (!there) i2c.setInterrupts(TX_EMPTY); // what was to be sent is dropped
        i2c.completeConnect(there);
      });
    };
    i2c.onWriteByte = (byte) => {
      later(() => {
        if (message.at(-1) === PANEL_RAM) cell = byte;
        message.push(byte);
        i2c.completeWrite(true);
      });
    };
    i2c.onReadByte = () => later(() => i2c.completeRead(status > 255 ? cell : Number(status)));
    i2c.onStop = () => {
      if (message.length > 1) {
        tell('i', message);
        this.shown = this.clock.nanosCounter;
      }
      message = [];
      i2c.completeStop();
    };
    this.half = () => message;
    const read = i2c.readUint32.bind(i2c);
    i2c.readUint32 = (offset) => {
      const waits = offset === RAW_INTR_STAT && !(read(offset) & TX_EMPTY);
      // Nobody counts how often it was asked.
      if (waits && alarm.scheduled) this.clock.skip(alarm.nanos - this.clock.nanos);
      return read(offset);
    };
  }

  press(down) {
    if (down & ~this.down) this.asked = this.clock.nanosCounter;
    KEYS.forEach((number, bit) => {
      if (((down ^ this.down) >> bit) & 1 || (down >> bit) & 1) {
        this.rp2040.gpio[number].setInputValue(!((down >> bit) & 1));
      }
    });
    this.down = down;
  }

  // A reset: by the pin, or by the watchdog `old`, which keeps what it knows.
  reset(old = null) {
    if (this.half().length > 1) tell('c', this.half());
    this.nanos = this.clock.nanosCounter;
    this.again = null;
    this.start(old);
    if (!old) this.rp2040.peripherals[0x40064].registers.set(8, 1 << 16); // by the pin RUN
  }

  // Runs until then, in ns of the board's, or for a moment of this machine's.
  run(until, moment) {
    const end = performance.now() + moment;
    while (this.clock.nanosCounter < until) {
      for (let count = 0; count < SOME && this.clock.nanosCounter < until; count++) this.step(until);
      if (performance.now() > end) return false;
    }
    return true;
  }

  // An instruction; or, while the core rests, on to what comes next.
  step(until) {
    const { core, clock } = this;
    if (core.waiting) {
      const to = Math.min(clock.first ? clock.first.nanos : until, until);
      clock.nanosCounter = to;
    } else {
      const cycles = core.executeInstruction(); // in which the clock may be moved on
      clock.nanosCounter += (cycles * 1e9) / this.rp2040.clkSys;
    }
    if (clock.first !== null && clock.first.nanos <= clock.nanosCounter) clock.due();
    if (this.again) this.reset(this.again.scratchData ? this.again : null);
  }
}

// ---- Messages.

let pending = [];

function tell(letter, content) {
  const head = Buffer.alloc(5);
  head.write(letter, 0, 'latin1');
  head.writeUInt32LE(content.length, 1);
  pending.push(head, Buffer.from(content));
}

function event(text) {
  tell('e', Buffer.from(text));
}

function flush() {
  let bytes = Buffer.concat(pending);
  pending = [];
  while (bytes.length) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const rom = new Uint32Array(new Uint8Array(readFileSync(bootRom)).buffer);
const content = new Uint8Array(16 << 20).fill(0xff);
content.set(readFileSync(flashFile));
const board = new Board(content);
let goal = -1; // ns; what w asks for
let free = false;
let base = null; // [this machine's ms less late, the board's ns] since which it runs by itself
let late = 0; // ms
const lateKept = openSync(lateFile, 'r+');

const orders = {
  w: (said) => {
    goal = board.clock.nanosCounter + said.readUInt32LE(0) * MS;
    board.press(said[4]);
  },
  s: (said) => {
    board.waiting.push(...said);
    board.host.send();
  },
  l: (said) => {
    const before = board.lines;
    board.lines = said[0];
    if ((before ^ board.lines) & (DTR | RTS)) board.host.control(() => tell('l', said));
    else tell('l', said);
    board.host.take();
  },
  r: () => {
    board.reset();
    tell('r', []);
  },
  g: (said) => {
    free = !!said[0];
    base = null;
  },
  m: (said) => {
    const [address, size] = [said.readUInt32LE(0), said.readUInt32LE(4)];
    const [memory, base] = address < RAM ? [board.flash.content, XIP] : [board.rp2040.sram, RAM];
    tell('m', memory.subarray(address - base, address - base + size));
  },
  q: () => {
    const used = {
      nanoseconds: board.clock.nanosCounter,
      stack: STACK - board.stack.findIndex((byte) => byte !== PAINT),
      picture: board.shown - board.asked,
      programmed: board.flash.programmed,
      erased: board.flash.erased,
    };
    tell('q', Buffer.from(JSON.stringify(used)));
  },
};

let said = Buffer.alloc(0);
process.stdin.on('data', (bytes) => {
  said = Buffer.concat([said, bytes]);
  while (said.length >= 5 && said.length >= 5 + said.readUInt32LE(1)) {
    const size = said.readUInt32LE(1);
    const letter = String.fromCharCode(said[0]);
    const message = said.subarray(5, 5 + size);
    said = said.subarray(5 + size);
    orders[letter](message);
  }
  flush();
});
process.stdin.on('end', () => process.exit(0));

function beLate(ms) {
  late = ms;
  writeSync(lateKept, Buffer.from(new Float64Array([late]).buffer), 0, 8, 0);
}

function turn() {
  if (goal >= 0) {
    base = null;
    if (board.run(goal, SLICE)) {
      goal = -1;
      board.press(0);
      tell('w', []);
    }
    flush();
    setImmediate(turn);
  } else if (free) {
    base ??= [performance.now() - late, board.clock.nanosCounter];
    const inTime = board.run(base[1] + (performance.now() - late - base[0]) * MS, SLICE);
    if (!inTime) beLate(performance.now() - base[0] - (board.clock.nanosCounter - base[1]) / MS);
    flush();
    if (inTime) setTimeout(turn, 1);
    else setImmediate(turn);
  } else {
    setTimeout(turn, 1);
  }
}
turn();
