// Draws what came of a session: its score sheet, and what is wrong with it.

import { MINUTE, START_OF_TIME } from "../serial/tablet.mjs";
import { locale, say } from "./words.mjs";

const SUITS = "♣♦♥♠";
const [NO_TRUMP, NULLO] = [4, 5];
const STATES = { o: "open", c: "complete", f: "safely", d: "damaged" };

/** What is wrong with a session as [word, parts] of words.mjs; null if nothing is. */
export function wrong({ state, error, pages, total }, sheet) {
  if (!pages.length) return ["wrongRefused", { why: error }];
  if (!sheet) return state === "d" ? ["wrongDamaged", { why: error }] : null;
  if (sheet.fault) return [sheet.damaged ? "wrongDamaged" : "wrongFault", { why: sheet.fault }];
  if (error || sheet.total !== total)
    return ["wrongTotal", { theirs: error || total, ours: sheet.total }];
  return sheet.complete === "cf".includes(state) ? null : ["wrongState", {}];
}

/** An element with these children, texts or elements. */
function made(tag, attributes, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

/** A session, folded up unless something is wrong with it. */
export function drawn(session, sheet) {
  const { number, rules, state, pages } = session;
  const why = wrong(session, sheet);
  const head = `${say("session", { number })} · ${rules} · ${say(pages.length ? STATES[state] : "refused")}`;
  const details = made("details", { className: "session", open: Boolean(why) });
  details.append(made("summary", {}, made("b", {}, head), made("span", {}, inShort(sheet))));
  if (why) details.append(made("p", { className: "wrong" }, say(...why)));
  if (sheet?.rows.length) details.append(table(sheet));
  return details;
}

/** When it began, and how it stands. */
function inShort(sheet) {
  if (!sheet) return "";
  const points = sheet.accounts.map((account, place) => `${say(account)} ${number(sheet.totals[place])}`);
  return [began(sheet.started), ...points].join(" · ");
}

function began(minutes) {
  if (!minutes) return say("clockless");
  const how = { dateStyle: "medium", timeStyle: "short" };
  return new Date(START_OF_TIME + minutes * MINUTE).toLocaleString(locale, how);
}

function number(points) {
  return points.toLocaleString(locale).replace("-", "−");
}

function table({ accounts, rows, totals }) {
  const points = accounts.map((account) => made("th", { className: "points", scope: "col" }, say(account)));
  const heads = [say("deal"), say("contract")].map((head) => made("th", { scope: "col" }, head));
  const sums = totals.map((total) => made("td", { className: "points" }, number(total)));
  const parts = [
    made("thead", {}, made("tr", {}, ...heads, ...points)),
    made("tbody", {}, ...rows.map(row)),
    made("tfoot", {}, made("tr", {}, made("td", { colSpan: 2 }, say("total")), ...sums)),
  ];
  const lines = rows.some(({ above }) => above.some(Boolean));
  const className = accounts.length > 2 ? "alone" : ""; // a column for each player
  return made("table", { className }, ...(lines ? [made("caption", {}, say("caption"))] : []), ...parts);
}

function row({ number: deal, deal: played, above, below, line }) {
  const cells = below.map((points, account) => made("td", { className: "points" }, ...cell(points, above[account])));
  const first = [made("td", {}, deal || ""), made("td", {}, played ? contract(played) : say("end"))];
  return made("tr", { className: line ? "line" : "" }, ...first, ...cells);
}

function cell(below, above) {
  const parts = below ? [number(below)] : [];
  if (above) parts.push(made("small", {}, ` (${number(above)})`));
  return parts;
}

/** As people write it: `4♠× S +1`. */
function contract({ board, level, strain, doubling, declarer, acceptor, over }) {
  const place = board ? `${say("board", { number: board })}: ` : "";
  if (!level) return place + say("pass");
  const trumps = strain === NO_TRUMP ? say("nt") : strain === NULLO ? ` ${say("nullo")}` : SUITS[strain];
  const seats = [declarer, acceptor].filter((seat) => seat !== null).map((seat) => say("seats")[seat]);
  const result = over ? number(over).replace(/^(?=\d)/, "+") : "=";
  return `${place}${level}${trumps}${"×".repeat(doubling)} ${seats.join("/")} ${result}`;
}
