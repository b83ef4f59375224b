// In every page: the site is kept for when there is no network, and a new version is let in.
//
// A new version takes over when no page of the old one is open but one that has just been loaded;
// that one is loaded again. So no page ever has files of both. A page says by a lock that it is open.

const LOCK = new URL("./", import.meta.url).href;
// On this machine `scorepad serve` may be at the same address next.
const here = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

async function keep(workers) {
  const kept = await workers.register(new URL("service.js", import.meta.url));
  workers.addEventListener("controllerchange", () => location.reload());
  if (kept.waiting && (await switched(kept.waiting))) return;
  await navigator.locks.request(LOCK, { mode: "shared" }, () => new Promise(() => {}));
}

/** Whether the new version has taken over, which it may if no other page is open. */
function switched(waiting) {
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) waiting.postMessage("switch");
    return lock ? new Promise(() => {}) : false; // till it is loaded again
  });
}

if (navigator.serviceWorker && window === top && !here) keep(navigator.serviceWorker);
