// Asks the app on a board who it is, once it has started.

import { Cable, CableGone, NoAnswer } from "../serial/cable.mjs";
import { who } from "../serial/tablet.mjs";
import { Trouble } from "./trouble.mjs";

const START = 30_000; // ms from the reset to the first answer, at most

/** As `who`; the tablet gets a table number, unless that is 0. Throws Trouble, CableGone. */
export async function greet(port, table) {
  const end = performance.now() + START;
  while (true) {
    const cable = new Cable(port);
    try {
      if (table) await cable.ask(`table ${table}`);
      return await who(cable);
    } catch (error) {
      if (error instanceof CableGone) throw error;
      if (performance.now() > end) throw new Trouble("no_app");
    }
  }
}
