// How often a race is run.

/** A few times in `npm test`, and many times in the slow tier, which sets MANY_ROUNDS. */
export const rounds = (few: number, many: number): number =>
  process.env.MANY_ROUNDS === undefined ? few : many
