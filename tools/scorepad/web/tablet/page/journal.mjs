// What a tablet keeps, in two files of which one is written to its end again and again.
//
// A file is a head (mark, generation, CRC-32 of both) and records: length, CRC-32, and the changes
// of one turn, all or none of which are there after a power cut. When a file is much longer than
// what it says, the other one is begun with all that is kept; its head is written last, and the
// file with the higher generation is the one that counts. So its first record is always whole.
//
// A file is a FileSystemSyncAccessHandle (File System Standard, 2.6), or behaves as one.

const MARK = 0x53505431; // "SPT1"
const HEAD = 12; // bytes
const RECORD = 8; // bytes before its changes
const CHANGE = 6; // bytes before its name: the size of the name, that of the content
const GONE = 0xffffffff; // in the place of a size
const LONG = 64 * 1024; // bytes; a shorter file is not begun anew
const NOTHING = [["", null]]; // the first record of a file in which nothing is kept

/** What is kept cannot be read; nothing of it was changed. */
export class Damaged extends Error {}

const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}

/** The bytes of a record. `changes`: [name, content or null, if it is gone], ... */
function recorded(changes) {
  const named = changes.map(([name, content]) => [new TextEncoder().encode(name), content]);
  const size = named.reduce((sum, [name, content]) => sum + CHANGE + name.length + (content?.length ?? 0), 0);
  const bytes = new Uint8Array(RECORD + size);
  const view = new DataView(bytes.buffer);
  let at = RECORD;
  for (const [name, content] of named) {
    view.setUint16(at, name.length);
    view.setUint32(at + 2, content ? content.length : GONE);
    bytes.set(name, at + CHANGE);
    bytes.set(content ?? [], at + CHANGE + name.length);
    at += CHANGE + name.length + (content?.length ?? 0);
  }
  view.setUint32(0, size);
  view.setUint32(4, crc32(bytes.subarray(RECORD)));
  return bytes;
}

function apply(body, files) {
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  for (let at = 0; at < body.length; ) {
    const name = view.getUint16(at);
    const size = view.getUint32(at + 2);
    const start = at + CHANGE + name;
    const path = new TextDecoder().decode(body.subarray(at + CHANGE, start));
    at = size === GONE ? start : start + size;
    if (size === GONE) files.delete(path);
    else files.set(path, body.slice(start, at));
  }
}

function head(generation) {
  const bytes = new Uint8Array(HEAD);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MARK);
  view.setUint32(4, generation);
  view.setUint32(8, crc32(bytes.subarray(0, 8)));
  return bytes;
}

/** The generation of a file; 0 if it has no head that is whole. */
function generation(bytes) {
  if (bytes.length < HEAD) return 0;
  const view = new DataView(bytes.buffer);
  const whole = view.getUint32(0) === MARK && view.getUint32(8) === crc32(bytes.subarray(0, 8));
  return whole ? view.getUint32(4) : 0;
}

function content(file) {
  const bytes = new Uint8Array(file.getSize());
  file.read(bytes, { at: 0 });
  return bytes;
}

/** The changes of the record that begins there; null if none does that is whole. */
function body(bytes, at) {
  if (at + RECORD > bytes.length) return null;
  const view = new DataView(bytes.buffer);
  const size = view.getUint32(at);
  const changes = bytes.subarray(at + RECORD, at + RECORD + size);
  const whole = size && changes.length === size && crc32(changes) === view.getUint32(at + 4);
  return whole ? changes : null;
}

/** Takes in the records of a file; where the last whole one ends. Throws Damaged. */
function read(bytes, files) {
  let at = HEAD;
  for (let changes; (changes = body(bytes, at)); at += RECORD + changes.length) apply(changes, files);
  if (at === HEAD || hasMore(bytes, at + 1)) throw new Damaged(`a record at ${at} of ${bytes.length} bytes`);
  return at;
}

/** Whether whole records follow somewhere: a power cut leaves nothing behind what it has torn. */
function hasMore(bytes, at) {
  for (; at + RECORD <= bytes.length; at++) if (body(bytes, at)) return true;
  return false;
}

export class Journal {
  #files; // two of them
  #which; // of the two is written to
  #generation;
  #end; // bytes in it
  /** What is kept: name -> content. */
  kept = new Map();

  /** `files`: two. Throws Damaged, and whatever the files throw. */
  constructor(files) {
    this.#files = files;
    const contents = files.map(content);
    const generations = contents.map(generation);
    this.#which = generations[1] > generations[0] ? 1 : 0;
    this.#generation = generations[this.#which];
    this.#refuseWithoutHead(contents);
    if (!this.#generation) return this.#begin(0);
    this.#end = read(contents[this.#which], this.kept);
    if (this.#end < contents[this.#which].length) this.#files[this.#which].truncate(this.#end);
  }

  /** A file that was begun and has no head yet has all that was kept in one record. */
  #refuseWithoutHead(contents) {
    for (const bytes of contents.filter((one) => !generation(one))) {
      const first = body(bytes, HEAD);
      if (first && hasMore(bytes, HEAD + RECORD + first.length)) throw new Damaged("a file has no head");
    }
  }

  /** Keeps the changes of a turn. If it throws, whether they are kept shows when it is read anew. */
  commit(changes) {
    for (const [name, bytes] of changes) {
      if (bytes) this.kept.set(name, bytes);
      else this.kept.delete(name);
    }
    if (this.#end > LONG && this.#end > 4 * this.#size()) return this.#begin(1 - this.#which);
    const record = recorded(changes);
    this.#write(record, this.#end);
    this.#files[this.#which].flush();
    this.#end += record.length;
  }

  #size() {
    let size = 0;
    for (const [name, bytes] of this.kept) size += CHANGE + name.length + bytes.length;
    return size;
  }

  /** Begins one of the files anew with all that is kept. */
  #begin(which) {
    const file = this.#files[which];
    this.#which = which;
    file.truncate(0);
    const record = recorded(this.kept.size ? [...this.kept] : NOTHING);
    this.#write(record, HEAD);
    file.flush();
    this.#write(head(++this.#generation), 0);
    file.flush();
    this.#end = HEAD + record.length;
  }

  #write(bytes, at) {
    const written = this.#files[this.#which].write(bytes, { at });
    if (written !== bytes.length) // as a browser says that there is no room, if it does not throw
      throw new DOMException(`${written} of ${bytes.length} bytes`, "QuotaExceededError");
  }
}
