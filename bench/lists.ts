// `node bench/lists.ts`: pages and totals of long lists beside those of shorter ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fillLists, LISTS, type ListOfService } from './lists-data.ts'
import { cpuMs, treeCpuMs } from './processes.ts'
import { setStage } from './programs.ts'
import type { Connection } from './rounds.ts'
import { sideOf, startSystem, type System, type Work } from './system.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const FIRST = 10
/** Where page 1,000 begins. */
const OFFSET = 999 * FIRST
const WARM_UPS = 2
const ROUNDS = 9
const REQUESTS = 40

/** The rows of the longer list and of the shorter one, and how many times as much a request may cost. */
const PAGES = { rows: [1_000_000, 100_000], most: 1.3 } as const
const TOTALS = { rows: [1_000_000, 1_000], most: 2 } as const

interface Subject {
  title: string
  work: (system: System) => Promise<Work> | Work
  bar: typeof PAGES | typeof TOTALS
}

/** Milliseconds for a request: those that it took, and those of a processor. */
interface Used {
  tookMs: number
  nodeMs: number
  postgresMs: number
}

await using stage = await setStage()
const systems = new Map<number, System>()
for (const rows of [1_000, 100_000, 1_000_000]) {
  const system = await startSystem(stage, `${rows} rows`, PROJECT)
  await fillLists(system, rows)
  systems.set(rows, system)
}

const results = []
const TITLES = ['ms', 'node ms', 'PostgreSQL ms'].map((title) => title.padStart(16)).join('')
console.log(`${'longer | shorter'.padEnd(32)}${TITLES}   ratio of processor time`)
for (const subject of LISTS.flatMap(subjectsOf)) results.push(await measure(subject))
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
const file = new URL('results/lists.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ node: process.version, results }, undefined, 2)}\n`)

function subjectsOf(list: ListOfService): Subject[] {
  const rest = (query: string) => (): Work => ({
    of: list.service,
    method: 'GET',
    path: `${list.path}?${query}`,
  })
  return [
    { title: `GET ${list.field}, first page`, work: rest(`page=1&limit=${FIRST}`), bar: PAGES },
    { title: `GET ${list.field}, page 1,000`, work: rest(`page=1000&limit=${FIRST}`), bar: PAGES },
    {
      title: `${list.field}, after a cursor`,
      work: async (system) =>
        asked(list, `first: ${FIRST}, after: "${await cursorOf(system, list)}"`, 'nodes { id }'),
      bar: PAGES,
    },
    {
      title: `${list.field}, total`,
      work: () => asked(list, 'first: 1', 'totalCount'),
      bar: TOTALS,
    },
  ]
}

/** A query at the router. */
function asked(list: ListOfService, page: string, selection: string): Work {
  const query = `{ ${list.field}(${list.arguments ?? ''}${page}) { ${selection} } }`
  const body = JSON.stringify({ query })
  return { of: 'router', method: 'POST', path: '/graphql', body: () => body }
}

/** The cursor before page 1,000. */
async function cursorOf(system: System, list: ListOfService): Promise<string> {
  const { path, body } = asked(list, `first: 1, offset: ${OFFSET - 1}`, 'pageInfo { endCursor }')
  const response = await fetch(`${system.originOf('router')}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${system.tokens[0]!}`,
      'content-type': 'application/json',
    },
    body: body!(system.people),
  })
  const { data } = (await response.json()) as {
    data: Record<string, { pageInfo: { endCursor: string } }>
  }
  return data[list.field]!.pageInfo.endCursor
}

interface Measured extends Used {
  rows: number
}

/** The two sizes take turns, so that what else the machine does harms both. */
async function measure({ title, work, bar }: Subject) {
  const sides = await Promise.all(
    bar.rows.map(async (rows) => {
      const system = systems.get(rows)!
      const [connection] = await sideOf(system, await work(system)).connect(1)
      return { rows, pid: system.pid, connection: connection!, rounds: [] as Used[] }
    }),
  )
  for (let round = 1 - WARM_UPS; round <= ROUNDS; round += 1) {
    for (const { pid, connection, rounds } of round % 2 === 0 ? sides : sides.toReversed()) {
      const used = await runRound(pid, connection)
      if (round > 0) rounds.push(used)
    }
  }
  await Promise.all(sides.map(({ connection }) => connection.close()))
  const [long, short] = sides.map(({ rows, rounds }) => ({ rows, ...summary(rounds) }))
  return print({ title, long: long!, short: short!, most: bar.most })
}

async function runRound(pid: number, connection: Connection): Promise<Used> {
  const before = { node: cpuMs(pid), postgres: treeCpuMs(stage.postgresPid) }
  const took: number[] = []
  for (let request = 0; request < REQUESTS; request += 1) {
    const began = performance.now()
    await connection.ask()
    took.push(performance.now() - began)
  }
  return {
    tookMs: median(took),
    nodeMs: (cpuMs(pid) - before.node) / REQUESTS,
    postgresMs: (treeCpuMs(stage.postgresPid) - before.postgres) / REQUESTS,
  }
}

/** The mean of processor time, which Linux counts in hundredths of a second. */
function summary(rounds: readonly Used[]): Used {
  const mean = (name: keyof Used) =>
    rounds.reduce((sum, used) => sum + used[name], 0) / rounds.length
  return {
    tookMs: median(rounds.map(({ tookMs }) => tookMs)),
    nodeMs: mean('nodeMs'),
    postgresMs: mean('postgresMs'),
  }
}

interface Compared {
  title: string
  long: Measured
  short: Measured
  most: number
}

function print({ title, long, short, most }: Compared) {
  const pair = (name: keyof Used) =>
    [long, short]
      .map((used) => used[name].toFixed(2))
      .join(' | ')
      .padStart(16)
  const ratio = (long.nodeMs + long.postgresMs) / (short.nodeMs + short.postgresMs)
  const missed = ratio > most
  console.log(
    `${title.padEnd(32)}${pair('tookMs')}${pair('nodeMs')}${pair('postgresMs')}` +
      `${ratio.toFixed(2).padStart(8)}, at most ${most}${missed ? ': MISSED' : ''}`,
  )
  if (missed) process.exitCode = 1
  return { title, long, short, ratio, most }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
