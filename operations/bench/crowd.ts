// 19,400 subscribers: what each costs while nothing happens, and while ten events a second reach 200 of them each.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client as Database } from 'pg'
import { cpuMs, residentMb } from './processes.ts'
import type { Figure } from './result.ts'
import type { SubscribeOptions } from './streams.ts'
import type { System } from './system.ts'

/** Each has a connection. The server needs some more of the 20,000 files that a process may often open. */
const SUBSCRIBERS = 19_400
/** How many subscribers watch one proposal. */
const GROUP = 200
const EVENTS_A_SECOND = 10
const IDLE_S = 30
/** Until what has begun is over. */
const SETTLE_MS = 5_000

/** A process with all subscribers, so that their cost is not that of the server, and leaves its thread alone. */
interface Crowd extends AsyncDisposable {
  /** How many results all of them have. */
  results(): Promise<number>
}

/** What the server has used, and what the crowd has got, until now. */
interface Snapshot {
  at: number
  cpu: number
  memory: number
  results: number
}

interface CrowdOptions {
  proposals: readonly string[]
  /** Changes a proposal as another process of the service would, which also sends it a hint. */
  change: (database: Database, proposal: string) => Promise<void>
  /** The subscription, whose variable `id` is the proposal. */
  query: string
  /** How long the events last. */
  minutes: number
}

/** How many proposals `measureCrowd` needs. */
export const CROWD_PROPOSALS = SUBSCRIBERS / GROUP

/** Figures without bars. */
export async function measureCrowd(system: System, options: CrowdOptions): Promise<Figure[]> {
  const before = await restOf(system)
  await using crowd = await startCrowd(system, options)
  const idle = await restOf(system)
  const first = await snapshotOf(system, crowd)
  const fifth = (options.minutes * 60 * EVENTS_A_SECOND) / 5
  await sendEvents(system, options, fifth)
  const second = await snapshotOf(system, crowd)
  await sendEvents(system, options, fifth * 4, fifth)
  await delay(SETTLE_MS)
  const last = await snapshotOf(system, crowd)
  const course = { before, idle, first, second, last, events: fifth * 5 }
  return [...idleFigures(course), ...busyFigures(course)]
}

/** The use of a second in which nothing happens. */
async function restOf({ pid }: System): Promise<Use> {
  await delay(SETTLE_MS)
  const before = cpuMs(pid)
  await delay(IDLE_S * 1_000)
  return { cpu: (cpuMs(pid) - before) / IDLE_S, memory: residentMb(pid) }
}

async function snapshotOf({ pid }: System, crowd: Crowd): Promise<Snapshot> {
  const [cpu, memory] = [cpuMs(pid), residentMb(pid)]
  return { at: performance.now(), cpu, memory, results: await crowd.results() }
}

type Use = Pick<Snapshot, 'cpu' | 'memory'>

const PREFIX = SUBSCRIBERS.toLocaleString('en')
const EVENTS = `${EVENTS_A_SECOND} events a second for ${GROUP} each`

function idleFigures({ before, idle }: Course): Figure[] {
  const kilobytes = ((idle.memory - before.memory) * 1_024) / SUBSCRIBERS
  const perMinute = ((idle.cpu - before.cpu) / SUBSCRIBERS) * 60
  return [
    figure('idle subscribers: memory of each, KiB', kilobytes),
    figure('idle subscribers: CPU of each, ms a minute', perMinute),
    figure('idle subscribers: share of a processor', idle.cpu / 1_000),
  ]
}

interface Course extends Record<'first' | 'second' | 'last', Snapshot> {
  /** Without subscribers. */
  before: Use
  idle: Use
  events: number
}

function busyFigures({ before, idle, first, second, last, events }: Course): Figure[] {
  const seconds = (last.at - first.at) / 1_000
  const cpu = last.cpu - first.cpu
  const results = last.results - first.results
  const ofEach = (cpu - idle.cpu * seconds) / results
  const memory = ((last.memory - before.memory) * 1_024) / SUBSCRIBERS
  return [
    figure(`subscribers, ${EVENTS}: CPU of a delivery, ms`, ofEach),
    // Below 1, changes were so late that the next one joined their result.
    figure(`subscribers, ${EVENTS}: results of those expected`, results / (events * GROUP)),
    figure(`subscribers, ${EVENTS}: share of a processor`, cpu / seconds / 1_000),
    figure(`subscribers, ${EVENTS}: memory of each, KiB`, memory),
    figure('subscribers: memory that the last four fifths add, MiB', last.memory - second.memory),
  ]
}

function figure(name: string, value: number): Figure {
  return { name: `${PREFIX} ${name}`, value, most: Infinity }
}

/** Changes one proposal after another, each at its time. */
async function sendEvents(
  { databaseUrl }: System,
  { proposals, change }: CrowdOptions,
  count: number,
  begin = 0,
): Promise<void> {
  const database = new Database({ connectionString: databaseUrl })
  await database.connect()
  const began = performance.now()
  try {
    for (let n = 0; n < count; n += 1) {
      await delay(Math.max(0, began + (n * 1_000) / EVENTS_A_SECOND - performance.now()))
      await change(database, proposals[(begin + n) % proposals.length]!)
    }
  } finally {
    await database.end()
  }
}

async function startCrowd(system: System, { proposals, query }: CrowdOptions): Promise<Crowd> {
  const child = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)))
  const groups = proposals.map((id): SubscribeOptions => {
    const tokens = Array.from(
      { length: GROUP },
      (_, at) => system.tokens[at % system.tokens.length]!,
    )
    return { origin: system.originOf('router'), tokens, query, variables: { id } }
  })
  child.send(groups)
  await next(child)
  return {
    async results() {
      child.send('results')
      return Number(await next(child))
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** @throws when the process ends instead */
async function next(child: ReturnType<typeof fork>): Promise<unknown> {
  const ended = new AbortController()
  const end = () => ended.abort(new Error('The process of the subscribers has ended.'))
  child.once('exit', end)
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown]
    return message
  } finally {
    child.off('exit', end)
  }
}
