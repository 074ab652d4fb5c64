// Sides that take turns under the same load, and the ratio of what they answered.

const CONNECTIONS = 16
const WARM_UPS = 3
const ROUNDS = 7
const ROUND_MS = 3_000

/** One connection to a side. */
export interface Connection {
  /** One request. @throws when the answer is not what it must be */
  ask(): Promise<void>
  close(): Promise<void>
}

export interface Side {
  name: string
  /** Opens as many connections, with all that their requests need. Its time is not counted. */
  connect(count: number): Promise<readonly Connection[]>
}

/**
 * Prints the requests a second of two sides, in rounds that alternate, and the ratio of their medians,
 * the first to the second. A ratio below `least` fails the process.
 */
export async function compare(sides: readonly [Side, Side], least: number): Promise<void> {
  const rates = await measure(sides)
  const [ours, other] = sides.map((side) => median(rates.get(side)!)) as [number, number]
  console.log(`\nmedian of ${ROUNDS} rounds, ${CONNECTIONS} connections`)
  for (const side of sides)
    console.log(`${side.name.padEnd(40)} ${perSecond(median(rates.get(side)!))}`)
  console.log(`ratio ${(ours / other).toFixed(2)} (at least ${least})`)
  if (ours / other < least) process.exitCode = 1
}

/** Requests a second of each round; the first rounds warm both sides up. */
async function measure(sides: readonly Side[]): Promise<Map<Side, number[]>> {
  const rates = new Map(sides.map((side): [Side, number[]] => [side, []]))
  for (let round = 1 - WARM_UPS; round <= ROUNDS; round += 1) {
    // Who begins changes, so that neither always runs after the other.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const rate = await runRound(side)
      if (round > 0) rates.get(side)!.push(rate)
      console.log(
        `${(round <= 0 ? 'warm-up' : `round ${round}`).padEnd(8)} ${side.name.padEnd(31)} ${perSecond(rate)}`,
      )
    }
  }
  return rates
}

async function runRound(side: Side): Promise<number> {
  const connections = await side.connect(CONNECTIONS)
  const began = performance.now()
  const counts = await Promise.all(connections.map((each) => askUntil(each, began + ROUND_MS)))
  const seconds = (performance.now() - began) / 1000
  await Promise.all(connections.map((connection) => connection.close()))
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

async function askUntil(connection: Connection, end: number): Promise<number> {
  let count = 0
  for (; performance.now() < end; count += 1) await connection.ask()
  return count
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0).padStart(7)}/s`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
