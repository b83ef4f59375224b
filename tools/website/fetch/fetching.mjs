// What has come from one tablet, however often its cable was pulled, and the file that it becomes.

import { Refused } from "../serial/cable.mjs";
import { AnotherTablet, listing, session, who } from "../serial/tablet.mjs";

const KIND = "sessions of a tablet";
const VERSION = 1;

export class Fetched {
  /** { tablet, table, firmware }, once it has said so. */
  who = null;
  #listed = new Set(); // numbers
  #sessions = new Map(); // by number

  /** What has come, in the order of the numbers. */
  get sessions() {
    return [...this.#sessions.values()].sort((one, other) => one.number - other.number);
  }

  /** How many sessions the tablet has listed that have not come. */
  get missing() {
    return [...this.#listed].filter((number) => !this.#sessions.has(number)).length;
  }

  /**
   * Reads what is not here yet. `progress(done, number, session)` is told of each session, and of
   * none, null, at first. Throws AnotherTablet, BadAnswer, TooNew, and what a cable throws; what
   * has come until then stays.
   */
  async read(cable, progress = () => {}) {
    const is = await who(cable);
    if (this.who && this.who.tablet !== is.tablet) throw new AnotherTablet();
    this.who = is;
    const sessions = await listing(cable);
    this.#listed = new Set(sessions.map(({ number }) => number));
    progress(0, sessions.length, null);
    const keep = (one) => this.#keep(one);
    for (const [place, listed] of sessions.entries()) {
      const read = this.#asBefore(listed) ?? (await session(cable, is.tablet, listed, keep));
      progress(place + 1, sessions.length, keep(read));
    }
  }

  /** Keeps it; if its records did not come this time, those that came before, and why. */
  #keep(one) {
    const before = this.#sessions.get(one.number);
    const kept = before && !one.pages.length ? { ...before, total: "", error: one.error } : one;
    this.#sessions.set(one.number, kept);
    return kept;
  }

  /** A session that has come before and is as it was. */
  #asBefore(listed) {
    const before = this.#sessions.get(listed.number);
    const same = before && !before.error && before.crc === listed.crc && before.records === listed.records;
    return same ? { ...before, state: listed.state } : null;
  }

  /**
   * Tells the tablet that these sessions, with their bytes as they came, are safe; { number, why }
   * of those that it does not take so. `told(session)` is told of each that it does. Throws
   * AnotherTablet, and what a cable throws.
   */
  async tellSafe(cable, sessions, told = () => {}) {
    if ((await who(cable)).tablet !== this.who.tablet) throw new AnotherTablet();
    const refused = [];
    for (const one of sessions) {
      try {
        await cable.ask(`done ${one.number} ${one.crc}`);
        told(this.#keep({ ...one, state: "f" }));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.push({ number: one.number, why: error.message });
      }
    }
    return refused;
  }

  /** The file, as docs/link.md describes it. */
  file(now = new Date()) {
    const content = {
      scorepad: KIND,
      version: VERSION,
      fetched: `${now.toISOString().slice(0, 19)}Z`,
      ...this.who,
      missing: this.missing,
      sessions: this.sessions,
    };
    return `${JSON.stringify(content, null, 1)}\n`;
  }
}
