// Where there are too many players for a list, it is filled with those that are like what is typed.
"use strict";

const WAIT_MS = 150;
let wait, asked = 0;

async function look(field) {
  const now = ++asked;
  const reply = await fetch(`${field.dataset.find}?find=${encodeURIComponent(field.value)}`);
  const found = await reply.text();
  if (reply.ok && now === asked) field.list.innerHTML = found;
}

document.addEventListener("input", event => {
  if (!event.target.dataset.find) return;
  clearTimeout(wait);
  wait = setTimeout(look, WAIT_MS, event.target);
});
