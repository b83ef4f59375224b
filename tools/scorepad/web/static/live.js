// Keeps the part of a page that is `data-live` as the club has it now. Only what has changed is
// put in anew, so that whoever reads keeps the place, the focus, and what is selected or open.
"use strict";

function become(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeName !== now.nodeName || !(old instanceof Element)) {
    old.replaceWith(now);
    return;
  }
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) old.setAttribute(name, value);
  children(old, now);
}

// What both have at the beginning and at the end stays as it is: a new row is put between others.
function children(old, now) {
  let was = [...old.childNodes], is = [...now.childNodes];
  const same = (one, two) => one && two && one.isEqualNode(two);
  while (same(was[0], is[0])) { was.shift(); is.shift(); }
  while (same(was.at(-1), is.at(-1))) { was.pop(); is.pop(); }
  const after = was.length ? was.at(-1).nextSibling : next(old, is, now);
  was.splice(is.length).forEach(node => node.remove());
  for (const node of is.splice(was.length)) old.insertBefore(fresh(node), after);
  was.forEach((node, at) => become(node, is[at]));
}

// Before which node of `old` the nodes belong that only `now` has.
function next(old, added, now) {
  const behind = added.length ? now.childNodes.length - [...now.childNodes].indexOf(added.at(-1)) - 1 : 0;
  return behind ? old.childNodes[old.childNodes.length - behind] : null;
}

function fresh(node) {
  if (node.nodeName === "TR") node.classList.add("new");
  return node;
}

// A list that a form offers; what was chosen in it stays, and while somebody chooses it waits.
function offer(old, now) {
  if (!old?.isConnected) return;
  if (old === document.activeElement) {
    old.addEventListener("blur", () => offer(old, now), { once: true });
    return;
  }
  const { value } = old;
  if (old.nodeName === now.nodeName && value) old.replaceChildren(...now.children);
  else if (value) return;
  else old.replaceWith(now);
  const list = document.getElementById(now.id);
  list.value = value;
  if (list.value !== value) list.add(new Option(value, value, true, true));
}

// What forms offer, and how their fields are now, changes with what they are about.
async function offers() {
  const reply = await fetch(location).catch(() => ({}));
  if (!reply.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const list of page.querySelectorAll("datalist")) {
    const old = document.getElementById(list.id);
    if (old && document.activeElement.list !== old) old.replaceWith(list);
  }
  for (const now of page.querySelectorAll(".tasks details")) {
    const old = document.getElementById(now.id);
    if (!old) continue;
    if (old.open) for (const list of now.querySelectorAll("select, [list]")) offer(document.getElementById(list.id), list);
    else old.querySelector("form").replaceWith(now.querySelector("form"));  // with new versions
  }
}

function follow(part, line) {
  const rows = () => part.querySelectorAll("tbody tr").length;
  const forms = document.querySelector(".tasks");
  let known = rows(), lost = false, first = true, quiet, source;

  function say(text) {
    line.classList.toggle("lost", lost);
    line.textContent = text;
  }

  // At the end of what comes at once.
  function settled(first) {
    count();
    if (forms && !first) offers();
  }

  // A screen reader says it aloud.
  function count() {
    const added = rows() - known;
    known += added;
    if (added > 0) say(added === 1 ? line.dataset.one : line.dataset.many.replace("{number}", added));
  }

  // A browser has six connections to a host: a tab that nobody sees keeps none.
  function open() {
    source?.close();
    if (document.hidden) return;
    source = new EventSource(`${location.pathname}.live${location.search}`);
    source.onmessage = take;
    source.onopen = () => {
      if (!lost) return;
      lost = false;
      say(line.dataset.back);
    };
    source.onerror = () => {
      if (!lost) {
        lost = true;
        say(line.dataset.lost);
      }
      if (source.readyState === EventSource.CLOSED) refused();
    };
  }

  // The browser does not ask again by itself where it was told no.
  async function refused() {
    const reply = await fetch(location, { method: "HEAD" }).catch(() => ({}));
    if (reply.status === 403) say(line.dataset.out);
    else setTimeout(open, 5000);
  }

  function take(event) {
    const now = part.cloneNode(false);
    now.innerHTML = event.data;
    part.normalize();
    children(part, now);
    clearTimeout(quiet);
    quiet = setTimeout(settled, 1000, first);
    first = false;
  }

  document.addEventListener("visibilitychange", open);
  open();
}

// What a form has done is told once.
const here = new URL(location);
here.searchParams.delete("said");
if (here.href !== location.href) history.replaceState(null, "", here);

const part = document.querySelector("[data-live]");
if (part) follow(part, document.querySelector(".now"));
