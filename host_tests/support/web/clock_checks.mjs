// Asks the clock of a tablet in a page in some years: `node clock_checks.mjs PRODUCT`
//
// Prints as JSON what it says in each, and what it says in some once it was set.

import { pathToFileURL } from "node:url";

const { Clock } = await import(pathToFileURL(`${process.argv[2]}/tablet.mjs`));
const says = (clock) =>
  [1970, 1999, 2000, 2026, 2100].map((year) => {
    Date.now = () => Date.UTC(year, 0, 1, 0, 1);
    return clock.minutes();
  });
const set = (year) => {
  const clock = new Clock();
  Date.now = () => Date.UTC(year, 0, 1);
  clock.setMinutes(14142009);
  return clock.minutes();
};
console.log(JSON.stringify([says(new Clock()), [1970, 2026, 2100].map(set)]));
