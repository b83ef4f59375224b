// The instructions that make up nearly all of a program, carried out quickly on rp2040js's core.
//
// What is not here, or touches anything but RAM, flash and ROM, is left to rp2040js: `quick`
// returns, and the caller has it execute one instruction. Armv6-M Architecture Reference Manual,
// A5 and A6; cycles: Cortex-M0+ Technical Reference Manual, table 3-1.

const [SP, LR, PC] = [13, 14, 15];

// A number for each kind of instruction, by its 16 bits; 0: not here.
const KINDS = new Uint8Array(65536);
function kind(number, pattern) {
  const free = [...pattern].map((bit, at) => (bit === 'x' ? 15 - at : -1)).filter((at) => at >= 0);
  const fixed = parseInt(pattern.replaceAll('x', '0'), 2);
  for (let count = 0; count < 1 << free.length; count++) {
    KINDS[free.reduce((bits, at, place) => bits | (((count >> place) & 1) << at), fixed)] = number;
  }
}
[
  '00000xxxxxxxxxxx', // 1 LSLS, shifts by a number
  '00001xxxxxxxxxxx', // 2 LSRS
  '00010xxxxxxxxxxx', // 3 ASRS
  '0001100xxxxxxxxx', // 4 ADDS, three registers
  '0001101xxxxxxxxx', // 5 SUBS
  '0001110xxxxxxxxx', // 6 ADDS, two registers and a number
  '0001111xxxxxxxxx', // 7 SUBS
  '00100xxxxxxxxxxx', // 8 MOVS, a register and a number
  '00101xxxxxxxxxxx', // 9 CMP
  '00110xxxxxxxxxxx', // 10 ADDS
  '00111xxxxxxxxxxx', // 11 SUBS
  '0100000000xxxxxx', // 12 ANDS
  '0100000001xxxxxx', // 13 EORS
  '0100000010xxxxxx', // 14 LSLS, by a register
  '0100000011xxxxxx', // 15 LSRS
  '0100000100xxxxxx', // 16 ASRS
  '0100000101xxxxxx', // 17 ADCS
  '0100000110xxxxxx', // 18 SBCS
  '0100001000xxxxxx', // 19 TST
  '0100001001xxxxxx', // 20 RSBS
  '0100001010xxxxxx', // 21 CMP
  '0100001011xxxxxx', // 22 CMN
  '0100001100xxxxxx', // 23 ORRS
  '0100001101xxxxxx', // 24 MULS
  '0100001110xxxxxx', // 25 BICS
  '0100001111xxxxxx', // 26 MVNS
  '01000100xxxxxxxx', // 27 ADD, any registers
  '01000101xxxxxxxx', // 28 CMP
  '01000110xxxxxxxx', // 29 MOV
  '010001110xxxx000', // 30 BX
  '010001111xxxx000', // 31 BLX
  '01001xxxxxxxxxxx', // 32 LDR, from beside the code
  '0101000xxxxxxxxx', // 33 STR, two registers
  '0101001xxxxxxxxx', // 34 STRH
  '0101010xxxxxxxxx', // 35 STRB
  '0101011xxxxxxxxx', // 36 LDRSB
  '0101100xxxxxxxxx', // 37 LDR
  '0101101xxxxxxxxx', // 38 LDRH
  '0101110xxxxxxxxx', // 39 LDRB
  '0101111xxxxxxxxx', // 40 LDRSH
  '01100xxxxxxxxxxx', // 41 STR, a register and a number
  '01101xxxxxxxxxxx', // 42 LDR
  '01110xxxxxxxxxxx', // 43 STRB
  '01111xxxxxxxxxxx', // 44 LDRB
  '10000xxxxxxxxxxx', // 45 STRH
  '10001xxxxxxxxxxx', // 46 LDRH
  '10010xxxxxxxxxxx', // 47 STR, on the stack
  '10011xxxxxxxxxxx', // 48 LDR
  '10100xxxxxxxxxxx', // 49 ADR
  '10101xxxxxxxxxxx', // 50 ADD, an address on the stack
  '101100000xxxxxxx', // 51 ADD to SP
  '101100001xxxxxxx', // 52 SUB from SP
  '1011001000xxxxxx', // 53 SXTH
  '1011001001xxxxxx', // 54 SXTB
  '1011001010xxxxxx', // 55 UXTH
  '1011001011xxxxxx', // 56 UXTB
  '1011010xxxxxxxxx', // 57 PUSH
  '1011110xxxxxxxxx', // 58 POP
  '1011101000xxxxxx', // 59 REV
  '11000xxxxxxxxxxx', // 60 STM
  '11001xxxxxxxxxxx', // 61 LDM
  '11100xxxxxxxxxxx', // 62 B
  '11110xxxxxxxxxxx', // 63 BL, perhaps
].forEach((pattern, at) => kind(at + 1, pattern));
for (let condition = 0; condition < 14; condition++) {
  kind(64 + condition, `1101${condition.toString(2).padStart(4, '0')}xxxxxxxx`); // B<condition>
}
KINDS[0xbf00] = 78; // NOP
const ONES = Uint8Array.from({ length: 256 }, (_, n) => n.toString(2).replaceAll('0', '').length);

const RAM = 0x20000000;
const RAM_SIZE = 264 * 1024;
const FLASH = 0x10000000;
const ROM_SIZE = 16 * 1024;

export class Quick {
  constructor(rp2040) {
    this.core = rp2040.core;
    this.r = new Int32Array(rp2040.core.registers.buffer);
    const words = (bytes, Kind) => new Kind(bytes.buffer, bytes.byteOffset);
    this.flash = [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array].map((Kind) =>
      words(rp2040.flash, Kind),
    );
    this.ram = this.flash.map((view) => words(rp2040.sram, view.constructor));
    this.rom = this.flash.map((view) => words(rp2040.bootrom, view.constructor));
    this.size = rp2040.flash.length;
  }

  // So many cycles, or until there is something that is not here; the cycles that it took.
  run(most) {
    const { core, r, size } = this;
    const [fs8, f8, fs16, f16, f32] = this.flash;
    const [ms8, m8, ms16, m16, m32] = this.ram;
    const [os8, o8, os16, o16, o32] = this.rom;
    let pc = r[PC] & ~1;
    let result = core.Z ? 0 : core.N ? -1 : 1; // whose sign and zero N and Z are
    let carry = core.C ? 1 : 0;
    let over = core.V ? -1 : 0; // negative: V
    let cycles = 0;
    let a = 0;
    let b = 0;
    let at = 0;
    let d = 0;
    while (cycles < most) {
      let op = 0;
      if ((pc - FLASH) >>> 0 < size) op = f16[(pc - FLASH) >> 1];
      else if ((pc - RAM) >>> 0 < RAM_SIZE) op = m16[(pc - RAM) >> 1];
      else if (pc >>> 0 < ROM_SIZE) op = o16[pc >> 1];
      else break;
      const next = (pc + 2) | 0;
      switch (KINDS[op]) {
        case 1:
          a = r[(op >> 3) & 7];
          b = (op >> 6) & 31;
          if (b) carry = (a >>> (32 - b)) & 1;
          r[op & 7] = result = a << b;
          break;
        case 2:
          a = r[(op >> 3) & 7];
          b = (op >> 6) & 31 || 32;
          carry = (a >>> (b - 1)) & 1;
          r[op & 7] = result = b === 32 ? 0 : a >>> b;
          result |= 0;
          break;
        case 3:
          a = r[(op >> 3) & 7];
          b = (op >> 6) & 31 || 32;
          carry = (a >> (b - 1)) & 1;
          r[op & 7] = result = b === 32 ? a >> 31 : a >> b;
          break;
        case 4:
          a = r[(op >> 3) & 7];
          b = r[(op >> 6) & 7];
          r[op & 7] = result = (a + b) | 0;
          carry = result >>> 0 < a >>> 0 ? 1 : 0;
          over = (a ^ result) & (b ^ result);
          break;
        case 5:
          a = r[(op >> 3) & 7];
          b = r[(op >> 6) & 7];
          r[op & 7] = result = (a - b) | 0;
          carry = a >>> 0 >= b >>> 0 ? 1 : 0;
          over = (a ^ b) & (a ^ result);
          break;
        case 6:
          a = r[(op >> 3) & 7];
          b = (op >> 6) & 7;
          r[op & 7] = result = (a + b) | 0;
          carry = result >>> 0 < a >>> 0 ? 1 : 0;
          over = (a ^ result) & (b ^ result);
          break;
        case 7:
          a = r[(op >> 3) & 7];
          b = (op >> 6) & 7;
          r[op & 7] = result = (a - b) | 0;
          carry = a >>> 0 >= b >>> 0 ? 1 : 0;
          over = (a ^ b) & (a ^ result);
          break;
        case 8:
          r[(op >> 8) & 7] = result = op & 255;
          break;
        case 9:
          a = r[(op >> 8) & 7];
          b = op & 255;
          result = (a - b) | 0;
          carry = a >>> 0 >= b >>> 0 ? 1 : 0;
          over = (a ^ b) & (a ^ result);
          break;
        case 10:
          a = r[(op >> 8) & 7];
          b = op & 255;
          r[(op >> 8) & 7] = result = (a + b) | 0;
          carry = result >>> 0 < a >>> 0 ? 1 : 0;
          over = (a ^ result) & (b ^ result);
          break;
        case 11:
          a = r[(op >> 8) & 7];
          b = op & 255;
          r[(op >> 8) & 7] = result = (a - b) | 0;
          carry = a >>> 0 >= b >>> 0 ? 1 : 0;
          over = (a ^ b) & (a ^ result);
          break;
        case 12:
          r[op & 7] = result = r[op & 7] & r[(op >> 3) & 7];
          break;
        case 13:
          r[op & 7] = result = r[op & 7] ^ r[(op >> 3) & 7];
          break;
        case 14:
          a = r[op & 7];
          b = r[(op >> 3) & 7] & 255;
          if (b) carry = b > 32 ? 0 : (a >>> (32 - b)) & 1;
          if (b === 32) carry = a & 1;
          r[op & 7] = result = b > 31 ? 0 : a << b;
          break;
        case 15:
          a = r[op & 7];
          b = r[(op >> 3) & 7] & 255;
          if (b) carry = b > 32 ? 0 : (a >>> (b - 1)) & 1;
          r[op & 7] = result = b > 31 ? 0 : (a >>> b) | 0;
          break;
        case 16:
          a = r[op & 7];
          b = r[(op >> 3) & 7] & 255;
          if (b) carry = (a >> Math.min(b - 1, 31)) & 1;
          r[op & 7] = result = a >> Math.min(b, 31);
          break;
        case 17:
          a = r[op & 7];
          b = r[(op >> 3) & 7];
          result = (a + b + carry) | 0;
          carry = (a >>> 0) + (b >>> 0) + carry > 0xffffffff ? 1 : 0;
          over = (a ^ result) & (b ^ result);
          r[op & 7] = result;
          break;
        case 18:
          a = r[op & 7];
          b = ~r[(op >> 3) & 7];
          result = (a + b + carry) | 0;
          carry = (a >>> 0) + (b >>> 0) + carry > 0xffffffff ? 1 : 0;
          over = (a ^ result) & (b ^ result);
          r[op & 7] = result;
          break;
        case 19:
          result = r[op & 7] & r[(op >> 3) & 7];
          break;
        case 20:
          b = r[(op >> 3) & 7];
          r[op & 7] = result = -b | 0;
          carry = b === 0 ? 1 : 0;
          over = b & result;
          break;
        case 21:
          a = r[op & 7];
          b = r[(op >> 3) & 7];
          result = (a - b) | 0;
          carry = a >>> 0 >= b >>> 0 ? 1 : 0;
          over = (a ^ b) & (a ^ result);
          break;
        case 22:
          a = r[op & 7];
          b = r[(op >> 3) & 7];
          result = (a + b) | 0;
          carry = result >>> 0 < a >>> 0 ? 1 : 0;
          over = (a ^ result) & (b ^ result);
          break;
        case 23:
          r[op & 7] = result = r[op & 7] | r[(op >> 3) & 7];
          break;
        case 24:
          r[op & 7] = result = Math.imul(r[op & 7], r[(op >> 3) & 7]);
          break;
        case 25:
          r[op & 7] = result = r[op & 7] & ~r[(op >> 3) & 7];
          break;
        case 26:
          r[op & 7] = result = ~r[(op >> 3) & 7];
          break;
        case 27:
        case 29:
          d = ((op >> 4) & 8) | (op & 7);
          at = (op >> 3) & 15;
          if (d === PC || d === SP) op = -1;
          else {
            a = at === PC ? (pc + 4) | 0 : r[at];
            r[d] = op & 0x200 ? a : (r[d] + a) | 0;
          }
          break;
        case 28:
          d = ((op >> 4) & 8) | (op & 7);
          at = (op >> 3) & 15;
          if (d === PC || at === PC) op = -1;
          else {
            a = r[d];
            b = r[at];
            result = (a - b) | 0;
            carry = a >>> 0 >= b >>> 0 ? 1 : 0;
            over = (a ^ b) & (a ^ result);
          }
          break;
        case 30:
        case 31:
          a = r[(op >> 3) & 15];
          if (a >>> 28 === 15 || ((op >> 3) & 15) === PC) op = -1;
          else {
            if (op & 0x80) r[LR] = next | 1;
            pc = a & ~1;
            cycles += 2;
            continue;
          }
          break;
        case 32:
          at = (((pc + 4) & ~3) + ((op & 255) << 2)) | 0;
          d = (op >> 8) & 7;
          if ((at - FLASH) >>> 0 < size) r[d] = f32[(at - FLASH) >> 2];
          else if ((at - RAM) >>> 0 < RAM_SIZE) r[d] = m32[(at - RAM) >> 2];
          else if (at >>> 0 < ROM_SIZE) r[d] = o32[at >> 2];
          else op = -1;
          cycles += 1;
          break;
        case 33:
        case 41:
        case 47:
          d = op & 7;
          if (op >> 12 === 5) at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          else if (op >> 12 === 6) at = (r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) | 0;
          else {
            at = (r[SP] + ((op & 255) << 2)) | 0;
            d = (op >> 8) & 7;
          }
          if ((at - RAM) >>> 0 < RAM_SIZE && !(at & 3)) m32[(at - RAM) >> 2] = r[d];
          else op = -1;
          cycles += 1;
          break;
        case 34:
        case 45:
          if (op >> 12 === 5) at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          else at = (r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) | 0;
          if ((at - RAM) >>> 0 < RAM_SIZE && !(at & 1)) m16[(at - RAM) >> 1] = r[op & 7];
          else op = -1;
          cycles += 1;
          break;
        case 35:
        case 43:
          if (op >> 12 === 5) at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          else at = (r[(op >> 3) & 7] + ((op >> 6) & 31)) | 0;
          if ((at - RAM) >>> 0 < RAM_SIZE) m8[at - RAM] = r[op & 7];
          else op = -1;
          cycles += 1;
          break;
        case 36:
          at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          if ((at - RAM) >>> 0 < RAM_SIZE) r[op & 7] = ms8[at - RAM];
          else if ((at - FLASH) >>> 0 < size) r[op & 7] = fs8[at - FLASH];
          else if (at >>> 0 < ROM_SIZE) r[op & 7] = os8[at];
          else op = -1;
          cycles += 1;
          break;
        case 37:
        case 42:
        case 48:
          d = op & 7;
          if (op >> 12 === 5) at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          else if (op >> 12 === 6) at = (r[(op >> 3) & 7] + ((op >> 4) & 0x7c)) | 0;
          else {
            at = (r[SP] + ((op & 255) << 2)) | 0;
            d = (op >> 8) & 7;
          }
          if (at & 3) op = -1;
          else if ((at - RAM) >>> 0 < RAM_SIZE) r[d] = m32[(at - RAM) >> 2];
          else if ((at - FLASH) >>> 0 < size) r[d] = f32[(at - FLASH) >> 2];
          else if (at >>> 0 < ROM_SIZE) r[d] = o32[at >> 2];
          else op = -1;
          cycles += 1;
          break;
        case 38:
        case 46:
          if (op >> 12 === 5) at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          else at = (r[(op >> 3) & 7] + ((op >> 5) & 0x3e)) | 0;
          if (at & 1) op = -1;
          else if ((at - RAM) >>> 0 < RAM_SIZE) r[op & 7] = m16[(at - RAM) >> 1];
          else if ((at - FLASH) >>> 0 < size) r[op & 7] = f16[(at - FLASH) >> 1];
          else if (at >>> 0 < ROM_SIZE) r[op & 7] = o16[at >> 1];
          else op = -1;
          cycles += 1;
          break;
        case 39:
        case 44:
          if (op >> 12 === 5) at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          else at = (r[(op >> 3) & 7] + ((op >> 6) & 31)) | 0;
          if ((at - RAM) >>> 0 < RAM_SIZE) r[op & 7] = m8[at - RAM];
          else if ((at - FLASH) >>> 0 < size) r[op & 7] = f8[at - FLASH];
          else if (at >>> 0 < ROM_SIZE) r[op & 7] = o8[at];
          else op = -1;
          cycles += 1;
          break;
        case 40:
          at = (r[(op >> 3) & 7] + r[(op >> 6) & 7]) | 0;
          if (at & 1) op = -1;
          else if ((at - RAM) >>> 0 < RAM_SIZE) r[op & 7] = ms16[(at - RAM) >> 1];
          else if ((at - FLASH) >>> 0 < size) r[op & 7] = fs16[(at - FLASH) >> 1];
          else if (at >>> 0 < ROM_SIZE) r[op & 7] = os16[at >> 1];
          else op = -1;
          cycles += 1;
          break;
        case 49:
          r[(op >> 8) & 7] = (((pc + 4) & ~3) + ((op & 255) << 2)) | 0;
          break;
        case 50:
          r[(op >> 8) & 7] = (r[SP] + ((op & 255) << 2)) | 0;
          break;
        case 51:
          r[SP] = (r[SP] + ((op & 127) << 2)) | 0;
          break;
        case 52:
          r[SP] = (r[SP] - ((op & 127) << 2)) | 0;
          break;
        case 53:
          r[op & 7] = (r[(op >> 3) & 7] << 16) >> 16;
          break;
        case 54:
          r[op & 7] = (r[(op >> 3) & 7] << 24) >> 24;
          break;
        case 55:
          r[op & 7] = r[(op >> 3) & 7] & 0xffff;
          break;
        case 56:
          r[op & 7] = r[(op >> 3) & 7] & 0xff;
          break;
        case 57:
          d = ONES[op & 255] + ((op >> 8) & 1);
          at = (r[SP] - 4 * d) | 0;
          if ((at - RAM) >>> 0 < RAM_SIZE - 36 && d) {
            r[SP] = at;
            at = (at - RAM) >> 2;
            for (b = 0; b < 8; b++) if ((op >> b) & 1) m32[at++] = r[b];
            if (op & 256) m32[at] = r[LR];
            cycles += d;
          } else op = -1;
          break;
        case 58:
          d = ONES[op & 255] + ((op >> 8) & 1);
          at = r[SP];
          if ((at - RAM) >>> 0 < RAM_SIZE - 36 && d) {
            a = (at - RAM) >> 2;
            if (op & 256 && m32[a + d - 1] >>> 28 === 15) op = -1;
            else {
              for (b = 0; b < 8; b++) if ((op >> b) & 1) r[b] = m32[a++];
              r[SP] = (at + 4 * d) | 0;
              cycles += d;
              if (op & 256) {
                pc = m32[a] & ~1;
                cycles += 3;
                continue;
              }
            }
          } else op = -1;
          break;
        case 59:
          a = r[(op >> 3) & 7];
          r[op & 7] = (a << 24) | ((a & 0xff00) << 8) | ((a >>> 8) & 0xff00) | (a >>> 24);
          break;
        case 60:
          at = r[(op >> 8) & 7];
          d = ONES[op & 255];
          if ((at - RAM) >>> 0 < RAM_SIZE - 32 && !(at & 3) && !((op >> ((op >> 8) & 7)) & 1)) {
            a = (at - RAM) >> 2;
            for (b = 0; b < 8; b++) if ((op >> b) & 1) m32[a++] = r[b];
            r[(op >> 8) & 7] = (at + 4 * d) | 0;
            cycles += d;
          } else op = -1;
          break;
        case 61:
          at = r[(op >> 8) & 7];
          d = ONES[op & 255];
          if ((at - RAM) >>> 0 < RAM_SIZE - 32 && !(at & 3)) {
            a = (at - RAM) >> 2;
            for (b = 0; b < 8; b++) if ((op >> b) & 1) r[b] = m32[a++];
            if (!((op >> ((op >> 8) & 7)) & 1)) r[(op >> 8) & 7] = (at + 4 * d) | 0;
            cycles += d;
          } else op = -1;
          break;
        case 62:
          pc = (pc + 4 + ((op << 21) >> 20)) | 0;
          cycles += 2;
          continue;
        case 63:
          if ((next - FLASH) >>> 0 < size) b = f16[(next - FLASH) >> 1];
          else if ((next - RAM) >>> 0 < RAM_SIZE) b = m16[(next - RAM) >> 1];
          else b = 0;
          if ((b & 0xd000) === 0xd000) {
            r[LR] = (pc + 4) | 1;
            a = (op & 0x400) ? -1 : 0; // S; I1 and I2 are S where J1 and J2 are 1
            at = a << 24;
            at |= (((b >> 13) & 1 ? a : ~a) & 1) << 23;
            at |= (((b >> 11) & 1 ? a : ~a) & 1) << 22;
            at |= ((op & 0x3ff) << 12) | ((b & 0x7ff) << 1);
            pc = (pc + 4 + at) | 0;
            cycles += 3;
            continue;
          }
          op = -1;
          break;
        case 64:
        case 65:
          d = result === 0 ? 1 : 0;
          at = 1;
          break;
        case 66:
        case 67:
          d = carry;
          at = 1;
          break;
        case 68:
        case 69:
          d = result < 0 ? 1 : 0;
          at = 1;
          break;
        case 70:
        case 71:
          d = over < 0 ? 1 : 0;
          at = 1;
          break;
        case 72:
        case 73:
          d = carry && result !== 0 ? 1 : 0;
          at = 1;
          break;
        case 74:
        case 75:
          d = result < 0 === over < 0 ? 1 : 0;
          at = 1;
          break;
        case 76:
        case 77:
          d = result < 0 === over < 0 && result !== 0 ? 1 : 0;
          at = 1;
          break;
        case 78:
          break;
        default:
          op = -1;
      }
      if (op < 0) break;
      cycles += 1;
      if (op >> 12 === 13 && d !== ((op >> 8) & 1)) {
        pc = (pc + 4 + ((op << 24) >> 23)) | 0;
        cycles += 1;
      } else pc = next;
    }
    r[PC] = pc;
    core.N = result < 0;
    core.Z = result === 0;
    core.C = carry === 1;
    core.V = over < 0;
    return cycles;
  }
}
