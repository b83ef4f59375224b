// What a tablet has, as tools/scorepad/tablet/sync.py reads it: nothing that it says is believed.

import { Refused } from "./cable.mjs";
import { crc32 } from "./codec.mjs";

export const PROTOCOL = 1;
export const RECORD = 14; // bytes
export const PER_PAGE = 5; // records
export const START_OF_TIME = Date.UTC(2000, 0, 1); // of the tablet's minutes
export const MINUTE = 60_000; // ms

const MAX_RECORDS = 256 * PER_PAGE;
const MAX_SESSIONS = 4096;
const MAX_NUMBER = 2 ** 32 - 1;
const SAID = 40; // characters of what makes no sense are said again
const ATTEMPTS = 3; // at a session that is being played meanwhile
const TALKS = /^scorepad ([0-9]{1,6})(?: .*)?$/;
const WHO = /^scorepad [0-9]+ ((?:[0-9a-f]{2}){1,16}) ([0-9]{1,2}) ([!-~]{1,20}) [0-9]{1,10}$/;
const LISTED = /^([0-9]{1,10}):([a-z0-9?-]{0,20}):([0-9]{1,10}):([ocfd]):([0-9a-f]{8})$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** An answer that came over whole, and is none that a tablet gives. */
export class BadAnswer extends Error {}

/** A tablet that speaks a later version of the link. */
export class TooNew extends Error {}

/** Another tablet than before answers. */
export class AnotherTablet extends Error {}

/** What was read is not what was listed: somebody plays on, or something is wrong. */
class Discrepancy extends Error {}

/** Who the tablet says it is: { tablet, table, firmware }. Throws BadAnswer, TooNew. */
export async function who(cable) {
  const answer = await cable.ask("who");
  const [, protocol] = TALKS.exec(answer) ?? [];
  if (!protocol) throw new BadAnswer("what answers there is no tablet");
  if (Number(protocol) > PROTOCOL) throw new TooNew(`version ${Number(protocol)} of the link`);
  const [, tablet, table, firmware] = WHO.exec(answer) ?? [];
  if (!tablet) throw new BadAnswer("the tablet does not say who it is");
  return { tablet, table: Number(table), firmware };
}

/** The sessions that the tablet has: { number, rules, records, state, crc }. Throws BadAnswer. */
export async function listing(cable) {
  const sessions = [];
  for (let after = 0; ; after = sessions.at(-1).number) {
    const page = await listedAfter(cable, after);
    if (!page.length) break;
    sessions.push(...page);
    if (sessions.length > MAX_SESSIONS)
      throw new BadAnswer("the tablet lists more sessions than it can hold");
  }
  return sessions.filter(({ records }) => records); // none: the power went before the first one
}

/** One answer to `list`. Throws BadAnswer. */
async function listedAfter(cable, after) {
  const answer = await cable.ask(`list ${after}`);
  return answer.split(" ").filter(Boolean).map((word) => {
    const [, number, rules, records, state, crc] = LISTED.exec(word) ?? [];
    if (!number || Number(number) > MAX_NUMBER)
      throw new BadAnswer(`the tablet lists what is no session: ${word.slice(0, SAID)}`);
    if (Number(number) <= after) throw new BadAnswer(`the tablet lists session ${number} twice`);
    after = Number(number);
    return { number: after, rules, records: Number(records), state, crc };
  });
}

/**
 * A session as it is listed, with `pages`, the tablet's answers to `read`, and its `total`; read
 * again where somebody plays on. `error`: why there are no pages, or no total. `keep` is given it
 * before the total has come. Throws AnotherTablet, and what a cable throws that is no more.
 */
export async function session(cable, tablet, listed, keep) {
  try {
    return await settled(cable, tablet, listed, keep);
  } catch (error) {
    if (![Refused, BadAnswer, Discrepancy].some((kind) => error instanceof kind)) throw error;
    return { ...listed, pages: [], total: "", error: error.message };
  }
}

async function settled(cable, tablet, listed, keep) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(cable, listed, keep);
    } catch (error) {
      if (!(error instanceof Discrepancy)) throw error;
      const again = await listedAgain(cable, tablet, listed.number);
      if (isSame(again, listed) || attempt === ATTEMPTS) throw error;
      listed = again;
    }
  }
}

async function read(cable, listed, keep) {
  const pages = await pagesOf(cable, listed);
  keep({ ...listed, pages, total: "", error: "its total did not come" });
  const total = await totalOf(cable, listed.number);
  const [now] = listed.state === "f" ? [listed] : await listedAfter(cable, listed.number - 1);
  if (!isSame(now, listed)) throw new Discrepancy("it changes faster than it can be read");
  return { ...listed, pages, ...total };
}

async function totalOf(cable, number) {
  try {
    return { total: await cable.ask(`total ${number}`), error: "" };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { total: "", error: error.message };
  }
}

function isSame(one, other) {
  return ["number", "records", "state", "crc"].every((name) => one?.[name] === other[name]);
}

/** All records of a session, page by page. Throws BadAnswer, Discrepancy, Refused. */
async function pagesOf(cable, { number, records, crc }) {
  if (records > MAX_RECORDS)
    throw new BadAnswer(`lists ${records} records; a session has at most ${MAX_RECORDS}`);
  const pages = [];
  let [size, sum] = [0, 0];
  for (let first = 0; first < MAX_RECORDS && size < records * RECORD; first += PER_PAGE) {
    const answer = await cable.ask(`read ${number} ${first}`);
    const bytes = decoded(answer);
    pages.push(bytes.length ? answer : "");
    size += bytes.length;
    sum = checksum(bytes, sum);
  }
  if (Math.floor(size / RECORD) !== records || sum !== Number.parseInt(crc, 16))
    throw new Discrepancy("the records that it sends are not those that it lists");
  return pages;
}

async function listedAgain(cable, tablet, number) {
  if ((await who(cable)).tablet !== tablet) throw new AnotherTablet("another tablet answers");
  const [listed] = await listedAfter(cable, number - 1);
  if (listed?.number !== number || !listed.records)
    throw new BadAnswer("the tablet does not have it any more");
  return listed;
}

/** The records of one page; none for "-". Throws BadAnswer. */
function decoded(answer) {
  if (answer === "-") return new Uint8Array();
  if (!BASE64.test(answer)) throw new BadAnswer("what it sends as records is not base64");
  const bytes = bytesOf(answer);
  if (!bytes.length || bytes.length > PER_PAGE * RECORD)
    throw new BadAnswer(`it sends ${bytes.length} bytes as one page`);
  return bytes;
}

/** What is in base64. */
export function bytesOf(page) {
  return Uint8Array.from(atob(page), (letter) => letter.charCodeAt(0));
}

/** The CRC-32 of records one after another, each with its own CRC in front (storage/record.py). */
export function checksum(bytes, crc = 0) {
  for (let start = 0; start < bytes.length; start += RECORD) {
    const record = bytes.subarray(start, start + RECORD);
    crc = crc32(record.subarray(0, -4), crc32(record.subarray(-4), crc));
  }
  return crc;
}
