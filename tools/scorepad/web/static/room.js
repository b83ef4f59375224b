// The screen in the room turns its own pages. Each has the heads of its tables, and as many rows
// as fit; what the club has stays hidden beside them, and is laid out anew when it changes.
"use strict";

const LASTS_MS = 10000;
const whole = document.querySelector(".screen .report");
const pages = document.createElement("div");
const turns = document.querySelector(".turns");
let shown = 0;

// A new page with a part of an article, which begins with `head`.
function begin(article, head) {
  const page = document.createElement("div"), part = article.cloneNode(false);
  page.className = "page";
  page.append(part);
  if (head) part.append(head.cloneNode(true));
  pages.append(page);
  return { page, part, used: false };
}

// A part of a section, with its title.
function open(section, part) {
  const shell = section.cloneNode(false), title = section.querySelector("h2");
  if (title) shell.append(title.cloneNode(true));
  part.append(shell);
  return { shell, body: null, used: false };
}

// A part of a table, with its heads, to which rows can be added.
function list(table, shell) {
  const copy = table.cloneNode(false), body = document.createElement("tbody");
  copy.append(table.tHead.cloneNode(true), body);
  shell.append(copy);
  return body;
}

// A row goes into the table of its section on this page, anything else beneath its title.
function put(thing, place) {
  const copy = thing.cloneNode(true), row = thing.nodeName === "TR";
  if (row) place.body ??= list(thing.closest("table"), place.shell);
  (row ? place.body : place.shell).append(copy);
  return copy;
}

// All of an article, on as many pages as it takes; each has its heading.
function lay(article) {
  const header = article.querySelector("header"), heading = header?.querySelector("h1");
  let at = begin(article, header);
  for (const section of article.querySelectorAll("section")) {
    const things = [...section.children].filter(one => one.nodeName !== "H2")
      .flatMap(one => one.matches("table.list") ? [...one.tBodies[0].rows] : [one]);
    let place = open(section, at.part);
    for (const thing of things) {
      const copy = put(thing, place);
      if (at.used && at.page.scrollHeight > at.page.clientHeight) {
        copy.remove();
        if (!place.used) place.shell.remove();
        at = begin(article, heading);
        place = open(section, at.part);
        put(thing, place);
      }
      place.used = at.used = true;
    }
  }
}

function turn(by) {
  const every = [...pages.children];
  shown = (shown + by) % Math.max(1, every.length);
  every.forEach((page, at) => { page.hidden = at !== shown; });
  turns.textContent = `${shown + 1} / ${every.length}`;
}

function show() {
  pages.replaceChildren();
  for (const one of whole.children) {
    if (one.nodeName === "ARTICLE") lay(one);
    else begin(one, null).part.replaceWith(one.cloneNode(true));
  }
  turn(0);
}

pages.className = "report pages";
whole.hidden = true;
whole.after(pages);
show();
setInterval(turn, LASTS_MS, 1);
new ResizeObserver(show).observe(pages); // also as what is beneath grows
new MutationObserver(show).observe(whole, { childList: true, subtree: true, characterData: true });
