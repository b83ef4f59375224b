// Keeps the site in this browser: all files of one version, and never any of another.
//
// FILES, which stands before this, has the first half of the SHA-256 of each file.

const HERE = new URL("./", self.location).href;
const OURS = `scorepad ${HERE} `; // before the names of our caches, as an origin may have others
const LATER = /^docs\/pictures\//; // are kept when somebody has looked at them
const GONE = [404, 410];

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const name = digest(new TextEncoder().encode(JSON.stringify(FILES))).then((sum) => OURS + sum);

/** A file of this version, kept from now on. Throws if the server has another one, or none. */
async function fetched(path) {
  const answer = await fetch(HERE + path, { cache: "reload" });
  const bytes = await answer.arrayBuffer();
  if (!answer.ok || (await digest(bytes)) !== FILES[path])
    throw new Error(`${path}: ${answer.status}, or a file of another version`);
  const headers = { "Content-Type": answer.headers.get("Content-Type") };
  const cache = await caches.open(await name);
  await cache.put(HERE + path, new Response(bytes, { headers }));
  return new Response(bytes, { headers });
}

async function install() {
  const now = Object.keys(FILES).filter((path) => !LATER.test(path));
  await Promise.all(now.map(fetched));
}

async function forgetOthers() {
  const kept = await name;
  await forget((other) => other !== kept);
}

async function forget(which) {
  for (const other of await caches.keys())
    if (other.startsWith(OURS) && which(other)) await caches.delete(other);
}

/** The path of one of our files that is asked for. */
function asked({ method, url }) {
  const { origin, pathname } = new URL(url);
  const where = origin + pathname;
  if (method !== "GET" || !where.startsWith(HERE)) return null;
  const path = decodeURIComponent(where.slice(HERE.length)).replace(/(^|\/)$/, "$1index.html");
  return Object.hasOwn(FILES, path) ? path : null;
}

/** From what is kept; from the server if somebody has emptied that, or it comes only now. */
async function answer(request, path) {
  const kept = await caches.match(HERE + path, { cacheName: await name });
  return kept ?? (LATER.test(path) ? fetched(path) : fetch(request));
}

/** When the site is not on its server any more, somebody else may be there. */
async function leaveIfGone() {
  const there = await fetch(self.location, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!GONE.includes(there?.status)) return;
  // In this order: a browser may end a worker that is not registered any more, and nobody would come
  // again to delete what it had kept.
  await forget(() => true);
  await self.registration.unregister();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", ({ data }) => data === "switch" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const path = asked(event.request);
  if (path !== null) event.respondWith(answer(event.request, path));
  if (event.request.mode === "navigate") event.waitUntil(leaveIfGone());
});
