// The lines of the link, as firmware/link/codec.py has them: at most 200 bytes of printable ASCII.
//
//     !12 ok <answer> *d049bd72

export const MAX_LINE = 200; // bytes, without the line's end

const CRC_CHARS = 8;
const [LF, CR] = [10, 13];
const BLANK = /^[ \t-\r]+|[ \t-\r]+$/g; // around a line
const PRINTABLE = /^[ -~]*$/;
const POLYNOMIAL = 0xedb88320; // of the CRC-32 of zip and Ethernet, its lowest bit first
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

/** The CRC-32 of bytes; `crc`: of those before. */
export function crc32(bytes, crc = 0) {
  crc = ~crc;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A CRC-32 as the link has it. */
export function hex(crc) {
  return crc.toString(16).padStart(CRC_CHARS, "0");
}

/** `text` as one line with its CRC-32. */
export function frame(text) {
  const bytes = new TextEncoder().encode(text);
  return new TextEncoder().encode(`${text} *${hex(crc32(bytes))}\n`);
}

/**
 * The text of a line with or without its end; null for what does not verify: noise, an echo, half
 * a line.
 */
export function unframe(line) {
  if (line.length > MAX_LINE) return null;
  const text = String.fromCharCode(...line).replace(BLANK, "");
  const body = text.slice(0, -CRC_CHARS - 2);
  const check = ` *${hex(crc32(Uint8Array.from(body, (letter) => letter.charCodeAt(0))))}`;
  return text === body + check && PRINTABLE.test(body) ? body : null;
}

/** Cuts a stream of bytes into lines; what is too long to be a line is dropped as it comes. */
export class LineReader {
  #pending = []; // of a line that is not whole yet

  /** Lines that are whole now, without their ends. */
  feed(received) {
    const lines = [];
    for (const byte of received) {
      if (byte !== LF && byte !== CR) {
        if (this.#pending.length <= MAX_LINE) this.#pending.push(byte);
        continue;
      }
      const size = this.#pending.length;
      if (size && size <= MAX_LINE) lines.push(Uint8Array.from(this.#pending));
      this.#pending = [];
    }
    return lines;
  }
}
