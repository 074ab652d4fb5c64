// Sides that take turns under the same load, and what each of them did and used.
import { cpuMs, residentMb, treeCpuMs } from './processes.ts'
import { printResult, writeResult, type Measured, type Result } from './result.ts'

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
  /** The processes that answer, whose processor time counts. */
  pids: readonly number[]
  /** Opens as many connections, with all that their requests need. Its time is not counted. */
  connect(count: number): Promise<readonly Connection[]>
}

export interface Subject {
  /** The name of the benchmark, and of its file of results. */
  name: string
  /** Ours first. */
  sides: readonly [Side, Side]
  /** The PostgreSQL that both sides use. */
  postgresPid: number
  /** The ratio that must be reached: ours to the other, in requests a second. */
  least: number
  connections?: number
}

/** What one side did in one round. */
interface Round {
  perSecond: number
  /** Milliseconds of a processor for a request. */
  nodeMs: number
  postgresMs: number
  /** Milliseconds that each request took. */
  latencies: Float64Array
}

/**
 * Measures both sides in rounds that alternate, prints a table and writes it to `results/`. A ratio of
 * the medians below `least` fails the process.
 */
export async function compare(subject: Subject): Promise<void> {
  const rounds = await measure(subject)
  const [ours, other] = subject.sides.map((side) => summary(side, rounds.get(side)!)) as [
    Measured,
    Measured,
  ]
  const ratios = rounds
    .get(subject.sides[0])!
    .map(({ perSecond }, at) => perSecond / rounds.get(subject.sides[1])![at]!.perSecond)
  const result: Result = {
    subject: subject.name,
    node: process.version,
    connections: connectionsOf(subject),
    rounds: ROUNDS,
    sides: [ours, other],
    ratio: {
      median: ours.perSecond.median / other.perSecond.median,
      min: Math.min(...ratios),
      max: Math.max(...ratios),
    },
    least: subject.least,
  }
  printResult(result)
  writeResult(result)
  if (result.ratio.median < subject.least) process.exitCode = 1
}

function connectionsOf({ connections = 16 }: Subject): number {
  return connections
}

/** The first rounds warm both sides up, and do not count. */
async function measure(subject: Subject): Promise<Map<Side, Round[]>> {
  const rounds = new Map(subject.sides.map((side): [Side, Round[]] => [side, []]))
  for (let number = 1 - WARM_UPS; number <= ROUNDS; number += 1) {
    // Who begins changes, so that neither always runs after the other.
    for (const side of number % 2 === 0 ? subject.sides : subject.sides.toReversed()) {
      const round = await runRound(side, subject)
      if (number > 0) rounds.get(side)!.push(round)
      const title = number <= 0 ? 'warm-up' : `round ${number}`
      console.log(`${title.padEnd(8)} ${side.name.padEnd(31)} ${round.perSecond.toFixed(0)}/s`)
    }
  }
  return rounds
}

async function runRound(side: Side, subject: Subject): Promise<Round> {
  const connections = await side.connect(connectionsOf(subject))
  const node = () => side.pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
  const before = { node: node(), postgres: treeCpuMs(subject.postgresPid) }
  const began = performance.now()
  const latencies = await Promise.all(connections.map((each) => askUntil(each, began + ROUND_MS)))
  const seconds = (performance.now() - began) / 1000
  const used = { node: node(), postgres: treeCpuMs(subject.postgresPid) }
  await Promise.all(connections.map((connection) => connection.close()))
  const all = Float64Array.from(latencies.flat()).sort()
  return {
    perSecond: all.length / seconds,
    nodeMs: (used.node - before.node) / all.length,
    postgresMs: (used.postgres - before.postgres) / all.length,
    latencies: all,
  }
}

/** The milliseconds that each request took. */
async function askUntil(connection: Connection, end: number): Promise<number[]> {
  const latencies: number[] = []
  for (let now = performance.now(); now < end;) {
    await connection.ask()
    const answered = performance.now()
    latencies.push(answered - now)
    now = answered
  }
  return latencies
}

function summary({ name, pids }: Side, rounds: readonly Round[]): Measured {
  const rates = rounds.map(({ perSecond }) => perSecond)
  const medianOf = (value: (round: Round) => number) => median(rounds.map(value))
  return {
    name,
    perSecond: { median: median(rates), min: Math.min(...rates), max: Math.max(...rates) },
    nodeMs: medianOf(({ nodeMs }) => nodeMs),
    postgresMs: medianOf(({ postgresMs }) => postgresMs),
    p50Ms: medianOf(({ latencies }) => percentile(latencies, 0.5)),
    p99Ms: medianOf(({ latencies }) => percentile(latencies, 0.99)),
    residentMb: pids.reduce((sum, pid) => sum + residentMb(pid), 0),
  }
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
