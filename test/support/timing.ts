// Statistics of times that were measured on a busy machine.

/** The first quartile, which other load disturbs least. */
export function lowerQuartile(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 4)]!
}

/**
 * How well times distinguish two sides: the probability that a random time of the slower side is above one of
 * the faster side (the area under the ROC curve). 0.5 is chance, 1 is always.
 */
export function discernibility(left: readonly number[], right: readonly number[]): number {
  const sorted = right.toSorted((a, b) => a - b)
  const below = left.reduce((sum, time) => sum + countBelow(sorted, time), 0)
  const area = below / (left.length * right.length)
  return Math.max(area, 1 - area)
}

function countBelow(sorted: readonly number[], time: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < time) from = middle + 1
    else to = middle
  }
  return from
}
