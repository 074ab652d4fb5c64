// Statistics of times that were measured on a busy machine.

/** The first quartile, which other load disturbs least. */
export function lowerQuartile(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 4)]!
}
