// What times that were taken on a busy machine tell.

/** The time that a quarter of the samples were below: what is least disturbed by others. */
export function lowerQuartile(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 4)]!
}
