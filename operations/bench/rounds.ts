// Sides that take turns under the same load, and what each of them did and used.
import { residentMb, treeCpuMs } from './processes.ts'
import {
  printResult,
  writeResult,
  type Bar,
  type Measured,
  type Result,
  type Spread,
} from './result.ts'
import { loadByWrk, type WrkLoad, type WrkRequests } from './wrk.ts'

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
  /** Makes what a round of requests needs, and returns what wrk sends; without it, the connections ask. */
  wrk?: () => Promise<WrkRequests>
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
  /** How many rounds are measured, and how long each lasts. Short ones let a busy machine disturb both sides alike. */
  rounds?: number
  roundMs?: number
}

/** What one side did in one round. */
interface Round {
  perSecond: number
  /** Milliseconds of a processor for a request. */
  nodeMs: number
  postgresMs: number
  /** Both together. */
  systemMs: number
  p50Ms: number
  p99Ms: number
}

/**
 * Measures the sides in rounds that alternate, prints a table and writes it to `results/`. A ratio of
 * medians below its bar fails the process.
 */
export async function compare(subject: Subject): Promise<Result> {
  const { name, ours, peers, connections = CONNECTIONS } = subject
  const rounds = await measure([ours, ...peers], subject)
  const own = rounds.get(ours)!
  const result: Result = {
    subject: name,
    node: process.version,
    connections,
    rounds: own.length,
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
  return result
}

/** The ratio of the medians, and of the rounds that are furthest apart. */
function ratioOf(ours: readonly Round[], theirs: readonly Round[], bar: Bar): Spread {
  const { by = 'perSecond', allowanceMs = 0 } = bar
  const values = (rounds: readonly Round[]) => rounds.map((round) => round[by])
  // Of processor time, less is better.
  const ratio = (own: number, other: number) =>
    by === 'perSecond' ? own / other : (other + allowanceMs) / own
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
  { connections = CONNECTIONS, postgresPid, rounds = ROUNDS, roundMs = ROUND_MS }: Subject,
): Promise<Map<Side, Round[]>> {
  const measured = new Map(sides.map((side): [Side, Round[]] => [side, []]))
  for (let number = 1 - WARM_UPS; number <= rounds; number += 1) {
    // Who begins changes, so that none always runs after the same other.
    for (const side of number % 2 === 0 ? sides : sides.toReversed()) {
      const ms = number > 0 ? roundMs : ROUND_MS
      const round = await runRound(side, { connections, postgresPid, ms })
      if (number > 0) measured.get(side)!.push(round)
      const title = number <= 0 ? 'warm-up' : `round ${number}`
      console.log(`${title.padEnd(8)} ${side.name.padEnd(31)} ${round.perSecond.toFixed(0)}/s`)
    }
  }
  return measured
}

interface RoundOptions {
  connections: number
  postgresPid: number
  ms: number
}

async function runRound(side: Side, options: RoundOptions): Promise<Round> {
  const load = await prepareLoad(side, options)
  const node = () => side.pids.reduce((sum, pid) => sum + treeCpuMs(pid), 0)
  const postgres = () => treeCpuMs(options.postgresPid)
  const before = { node: node(), postgres: postgres() }
  const began = performance.now()
  const { requests, p50Ms, p99Ms } = await load()
  const seconds = (performance.now() - began) / 1000
  const nodeMs = (node() - before.node) / requests
  const postgresMs = (postgres() - before.postgres) / requests
  const systemMs = nodeMs + postgresMs
  return { perSecond: requests / seconds, nodeMs, postgresMs, systemMs, p50Ms, p99Ms }
}

/** Opens the connections, and returns what sends requests over them for a round. */
async function prepareLoad(
  side: Side,
  { connections: count, ms }: RoundOptions,
): Promise<() => Promise<WrkLoad>> {
  if (side.wrk) {
    const requests = await side.wrk()
    return () => loadByWrk(requests, { connections: count, seconds: ms / 1000 })
  }
  const connections = await side.connect(count)
  return async () => {
    const end = performance.now() + ms
    const latencies = await Promise.all(connections.map((each) => askUntil(each, end)))
    await Promise.all(connections.map((connection) => connection.close()))
    const all = Float64Array.from(latencies.flat()).sort()
    return { requests: all.length, p50Ms: percentile(all, 0.5), p99Ms: percentile(all, 0.99) }
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
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
    residentMb: pids.reduce((sum, pid) => sum + residentMb(pid), 0),
  }
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
