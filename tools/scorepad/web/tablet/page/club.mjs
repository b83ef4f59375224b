// The club to which a page is joined: by the link of a table, or the one by which it came before.

import { remember, remembered } from "./remembered.mjs";

const CLUB = "scorepad-club";
const LINK = /^#([0-9]{1,2})-([A-Za-z0-9_-]{22})$/;
const { alone } = document.documentElement.dataset; // the static site says: there is no club here

/** Table and token of the link that somebody has scanned and no tablet has taken yet, or null. */
export function scanned() {
  const found = alone === undefined && LINK.exec(location.hash);
  return found ? { table: Number(found[1]), token: found[2] } : null;
}

/** Whether somebody has come by what is no whole link. */
export function isCutShort() {
  return alone === undefined && location.hash !== "" && !scanned();
}

/** Whether this page could be joined to a club, and is not. */
export function isMissing() {
  return alone === undefined && !club().token;
}

/** Table and token; neither, if it is joined to none. */
export function club() {
  return scanned() ?? (alone === undefined ? known() : {});
}

function known() {
  try {
    return JSON.parse(remembered(CLUB)) ?? {};
  } catch {
    return {};
  }
}

/** The tablet is at the table that was scanned: also the next time, and in every other page. */
export function settle() {
  const taken = scanned();
  if (taken && remember(CLUB, JSON.stringify(taken)))
    history.replaceState(null, "", location.pathname); // to be scanned once more
}
