// Where there are too many players for a list, it is filled with those that are like what is typed.
"use strict";

const WAIT_MS = 150;

function look(field) {
  let wait;
  field.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(async () => {
      const reply = await fetch(`${field.dataset.find}?find=${encodeURIComponent(field.value)}`);
      if (reply.ok) field.list.innerHTML = await reply.text();
    }, WAIT_MS);
  });
}

document.querySelectorAll("input[data-find]").forEach(look);
