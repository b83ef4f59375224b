// The panel: an SSD1306 as far as the firmware's driver speaks to it (data sheet, revision 1.1).

export const WIDTH = 128;
export const HEIGHT = 64;
const PAGES = 8;
const COMMANDS = 0x00; // control byte (8.1.5.2)
const PICTURE = 0x40; // too; what begins with 80 asks which chip it is, and is passed over
// How many bytes follow a command, of those that are not alone (9, table 9-1).
const ARGUMENTS = { 0x20: 1, 0x21: 2, 0x81: 1, 0x8d: 1, 0xa8: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1 };

export class Panel {
  on = false;
  contrast = 0x7f;
  ram = new Uint8Array(WIDTH * PAGES);
  #column = 0;
  #page = 0;

  /** Takes a message of the bus, without its address. */
  take(message) {
    if (message[0] === COMMANDS) this.#obey(message.subarray(1));
    else if (message[0] === PICTURE) for (const byte of message.subarray(1)) this.#put(byte);
  }

  #obey(commands) {
    for (let at = 0; at < commands.length; ) {
      const command = commands[at];
      const size = ARGUMENTS[command] ?? 0;
      this.#command(command, [...commands.subarray(at + 1, at + 1 + size)]);
      at += 1 + size;
    }
  }

  #command(command, values) {
    if (command === 0xae || command === 0xaf) this.on = command === 0xaf;
    else if (command === 0x81) [this.contrast] = values;
    else if (command < 0x10) this.#column = (this.#column & 0x70) | command;
    else if (command < 0x20) this.#column = ((command & 7) << 4) | (this.#column & 15);
    else if (command >> 3 === 0xb0 >> 3) this.#page = command & 7;
  }

  /** Eight pixels of a column, the topmost in the lowest bit; then on to the next (10.1.3). */
  #put(byte) {
    this.ram[this.#page * WIDTH + this.#column] = byte;
    this.#column = (this.#column + 1) % WIDTH;
  }

  /** Whether a pixel is lit. */
  lit(x, y) {
    return this.on && Boolean((this.ram[(y >> 3) * WIDTH + x] >> (y & 7)) & 1);
  }
}
