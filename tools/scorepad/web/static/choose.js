// Where there are too many players for a list, it is filled with those that are like what is typed.
"use strict";

const WAIT_MS = 150;

function look(field) {
  let wait, asked = 0;
  field.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(async () => {
      const now = ++asked;
      const reply = await fetch(`${field.dataset.find}?find=${encodeURIComponent(field.value)}`);
      const found = await reply.text();
      if (reply.ok && now === asked) field.list.innerHTML = found;
    }, WAIT_MS);
  });
}

document.querySelectorAll("input[data-find]").forEach(look);
