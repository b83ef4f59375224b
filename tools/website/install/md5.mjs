// MD5 (RFC 1321), which browsers do not have: by it an ESP32 says what is in its flash.

const SHIFTS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
const SINES = Array.from({ length: 64 }, (_, step) => Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1))));
const PLACES = [(step) => step, (step) => 5 * step + 1, (step) => 3 * step + 5, (step) => 7 * step];
const MIXES = [
  (b, c, d) => (b & c) | (~b & d),
  (b, c, d) => (b & d) | (c & ~d),
  (b, c, d) => b ^ c ^ d,
  (b, c, d) => c ^ (b | ~d),
];

/** The digest of bytes, hexadecimal. */
export function md5(bytes) {
  const view = padded(bytes);
  const sums = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let at = 0; at < view.byteLength; at += 64) add(sums, view, at);
  return Array.from(new Uint8Array(sums.buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function padded(bytes) {
  const padding = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padding.set(bytes);
  padding[bytes.length] = 0x80;
  const view = new DataView(padding.buffer);
  view.setBigUint64(padding.length - 8, 8n * BigInt(bytes.length), true);
  return view;
}

function add(sums, view, at) {
  let [a, b, c, d] = sums;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const word = view.getUint32(at + 4 * (PLACES[round](step) & 15), true);
    const sum = (a + MIXES[round](b, c, d) + word + SINES[step]) | 0;
    const shift = SHIFTS[round][step & 3];
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  [a, b, c, d].forEach((word, place) => (sums[place] += word));
}
