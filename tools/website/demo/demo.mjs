// A tablet in another page of the site: that page says what is played, and hears how far it is.

import { KEYS, worker } from "./page.mjs";

addEventListener("message", ({ data, origin, source }) => {
  if (origin === location.origin && source === parent && parent !== window) worker.postMessage(data);
});

worker.addEventListener("message", ({ data }) => {
  if (data.down !== undefined)
    KEYS.forEach((name, button) =>
      document.getElementById(name).classList.toggle("down", Boolean((data.down >> button) & 1)),
    );
  if (data.played) parent.postMessage(data.played, location.origin);
});
