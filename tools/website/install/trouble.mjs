/** What is wrong so that somebody can put it right. `why`: a key of words.mjs; `parts`: in its text. */
export class Trouble extends Error {
  constructor(why, parts = {}) {
    super(why);
    this.why = why;
    this.parts = parts;
  }
}

/** The port is not there any more: the cable was pulled, or the board switched off. */
export class Gone extends Error {}
