
// Put behind stores.mjs: a disk that is full, and a power cut in the middle of a write. A thread
// whose name is a number dies at so many writes after its start.
const channel = new BroadcastChannel("faults");
let full = false;
let left = Number(self.name) || Infinity;
channel.onmessage = ({ data }) => {
  full = data.full ?? full;
  left = data.die ?? left;
  channel.postMessage("heard");
};
function fail(half) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  if (--left) return;
  half();
  channel.postMessage("died");
  self.close();
  throw new Error("dead");
}
const Handle = globalThis.FileSystemSyncAccessHandle; // not in plain http
const write = Handle?.prototype.write;
if (Handle) Handle.prototype.write = function (bytes, where) {
  fail(() => write.call(this, bytes.subarray(0, bytes.length >> 1), where));
  return write.call(this, bytes, where);
};
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (content, name) {
  if (this.name === "files") fail(() => this.transaction.abort());
  return put.call(this, content, name);
};
