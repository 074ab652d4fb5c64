// Sides that take turns under the same load, and what each of them did and used.
import { cpuMs, residentMb, treeCpuMs } from './processes.ts'
import {
  printResult,
  writeResult,
  type Bar,
  type Measured,
  type Result,
  type Spread,
} from './result.ts'

const CONNECTIONS = 16
const WARM_UPS = 2
const ROUNDS = 5
const ROUND_MS = 3_000

/** One connection to a side. */
export interface Connection {
  /** One request; returns the response. @throws when the response is wrong */
  ask(): Promise<string | void>
  close(): Promise<void>
}

export interface Side {
  name: string
  /** The measured processes, whose processor time counts. */
  pids: readonly number[]
  /** Opens as many connections, with all that their requests need. Its time is not counted. */
  connect(count: number): Promise<readonly Connection[]>
}

/** What ours is measured against, and the ratio that must be reached. */
export interface Peer extends Side, Bar {}

export interface Subject {
  /** The name of the subject, and of its file of results. */
  name: string
  ours: Side
  peers: readonly Peer[]
  /** The PostgreSQL that all sides use. */
  postgresPid: number
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
 * Measures the sides in rounds that alternate, prints a table and writes it to `results/`. A ratio of
 * medians below its bar fails the process.
 */
export async function compare(subject: Subject): Promise<void> {
  const { name, ours, peers, connections = CONNECTIONS } = subject
  const rounds = await measure([ours, ...peers], connections, subject.postgresPid)
  const own = rounds.get(ours)!
  const result: Result = {
    subject: name,
    node: process.version,
    connections,
    rounds: ROUNDS,
    ours: summary(ours, own),
    peers: peers.map((peer) => {
      const theirs = rounds.get(peer)!
      const { least, by, allowanceMs } = peer
      const bar = { least, ...(by && { by }), ...(allowanceMs !== undefined && { allowanceMs }) }
      return { ...summary(peer, theirs), ratio: ratioOf(own, theirs, bar), ...bar }
    }),
  }
  printResult(result)
  writeResult(result)
  if (result.peers.some(({ ratio, least }) => ratio.median < least)) process.exitCode = 1
}

/** The ratio of the medians, and of the rounds that are furthest apart. */
function ratioOf(ours: readonly Round[], theirs: readonly Round[], bar: Bar): Spread {
  const { by = 'perSecond', allowanceMs = 0 } = bar
  const values = (rounds: readonly Round[]) => rounds.map((round) => round[by])
  // Of processor time, less is better.
  const ratio = (own: number, other: number) =>
    by === 'nodeMs' ? (other + allowanceMs) / own : own / other
  const ratios = values(ours).map((own, at) => ratio(own, values(theirs)[at]!))
  return {
    median: ratio(median(values(ours)), median(values(theirs))),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
  }
}

/** The first rounds warm the sides up, and do not count. */
async function measure(
  sides: readonly Side[],
  connections: number,
  postgresPid: number,
): Promise<Map<Side, Round[]>> {
  const rounds = new Map(sides.map((side): [Side, Round[]] => [side, []]))
  for (let number = 1 - WARM_UPS; number <= ROUNDS; number += 1) {
    // Who begins changes, so that none always runs after the same other.
    for (const side of number % 2 === 0 ? sides : sides.toReversed()) {
      const round = await runRound(side, connections, postgresPid)
      if (number > 0) rounds.get(side)!.push(round)
      const title = number <= 0 ? 'warm-up' : `round ${number}`
      console.log(`${title.padEnd(8)} ${side.name.padEnd(31)} ${round.perSecond.toFixed(0)}/s`)
    }
  }
  return rounds
}

async function runRound(side: Side, count: number, postgresPid: number): Promise<Round> {
  const connections = await side.connect(count)
  const node = () => side.pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
  const before = { node: node(), postgres: treeCpuMs(postgresPid) }
  const began = performance.now()
  const latencies = await Promise.all(connections.map((each) => askUntil(each, began + ROUND_MS)))
  const seconds = (performance.now() - began) / 1000
  const used = { node: node(), postgres: treeCpuMs(postgresPid) }
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
    const responded = performance.now()
    latencies.push(responded - now)
    now = responded
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

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
