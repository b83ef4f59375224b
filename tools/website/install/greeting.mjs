// Asks the app on a board who it is, once it has started.

import { Cable, NoAnswer, Refused } from "../serial/cable.mjs";
import { BadAnswer, MINUTE, START_OF_TIME, TooNew, who } from "../serial/tablet.mjs";
import { Trouble } from "./trouble.mjs";

const START = 30_000; // ms from the reset to the first answer, at most
const AGAIN = 500; // ms between two tries
const TROUBLES = [[NoAnswer, "no_app"], [Refused, "app_refuses"], [TooNew, "app_newer"], [BadAnswer, "app_odd"]];

/** Of a PC in another century it is refused; a sync says so. */
async function setClock(cable) {
  try {
    await cable.ask(`clock ${Math.floor((Date.now() - START_OF_TIME) / MINUTE)}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/**
 * As `who`; the tablet gets the time, and a table number, unless that is 0. It is asked for as long
 * as `most` ms.
 * Throws Trouble, CableGone.
 */
export async function greet(port, table, most = START) {
  const end = performance.now() + most;
  while (true) {
    const cable = new Cable(port);
    try {
      await setClock(cable);
      if (table) await cable.ask(`table ${table}`);
      return await who(cable);
    } catch (error) {
      const [, why] = TROUBLES.find(([kind]) => error instanceof kind) ?? [];
      if (!why) throw error;
      if (performance.now() > end) throw new Trouble(why, { said: error.message });
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}
