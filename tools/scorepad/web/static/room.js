// The screen in the room turns its own pages: columns as wide as the screen, one after the other.
"use strict";

const LASTS_MS = 10000;
const shown = document.querySelector(".screen .report");
const turns = document.querySelector(".turns");
let page = 0;

function turn(by) {
  const wide = shown.parentElement.clientWidth;
  const pages = Math.max(1, Math.round(shown.scrollWidth / wide));
  page = (page + by) % pages;
  shown.style.setProperty("transform", `translateX(${-page * wide}px)`);
  turns.textContent = `${page + 1} / ${pages}`;
}

turn(0);
setInterval(() => turn(1), LASTS_MS);
new ResizeObserver(() => turn(0)).observe(shown.parentElement); // also as what is beneath grows
new MutationObserver(() => turn(0)).observe(shown, { childList: true });
