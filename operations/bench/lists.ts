// `node operations/bench/lists.ts`: pages and totals of long lists beside those of shorter ones.
import { fileURLToPath } from 'node:url'
import { fillLists, LISTS, type ListOfService } from './lists-data.ts'
import { cpuMs, treeCpuMs } from './processes.ts'
import { setStage } from './programs.ts'
import { reportFigures, type Figure } from './result.ts'
import { median, type Connection } from './rounds.ts'
import { sideOf, startSystem, type System, type Work } from './system.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const FIRST = 10
/** Where page 1,000 begins. */
const OFFSET = 999 * FIRST
/** Many, because the first list of each kind also warms up the code that the others share. */
const WARM_UPS = 10
const ROUNDS = 15
const REQUESTS = 40

/** The rows of the longer list and of the shorter one, and how many times as long a request may take. */
const PAGES = { rows: [1_000_000, 100_000], most: 1.3 } as const
const TOTALS = { rows: [1_000_000, 1_000], most: 2 } as const

interface Subject {
  /** The name of the list. */
  list: string
  /** The kind of request, as the results name it. */
  kind: string
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

const results: Compared[] = []
const TITLES = ['ms', 'node ms', 'PostgreSQL ms'].map((title) => title.padStart(16)).join('')
console.log(`${'longer | shorter'.padEnd(32)}${TITLES}   ratio`)
for (const subject of LISTS.flatMap(subjectsOf)) results.push(await measure(subject))
reportFigures('lists', [...new Set(results.map(({ kind }) => kind))].map(worstOf), results)

function subjectsOf(list: ListOfService): Subject[] {
  const rest = (query: string) => (): Work => ({
    of: list.service,
    method: 'GET',
    path: `${list.path}?${query}`,
  })
  return [
    { list: list.field, kind: 'first page', work: rest(`page=1&limit=${FIRST}`), bar: PAGES },
    { list: list.field, kind: 'page 1,000', work: rest(`page=1000&limit=${FIRST}`), bar: PAGES },
    {
      list: list.field,
      kind: 'after a cursor',
      work: async (system) =>
        asked(list, `first: ${FIRST}, after: "${await cursorOf(system, list)}"`, 'nodes { id }'),
      bar: PAGES,
    },
    {
      list: list.field,
      kind: 'total',
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
async function measure({ list, kind, work, bar }: Subject): Promise<Compared> {
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
  const ratio = medianRatio(sides[0]!.rounds, sides[1]!.rounds)
  const compared = { list, kind, long: long!, short: short!, ratio, most: bar.most }
  print(compared)
  return compared
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

/** The median over pairs of adjacent rounds: a machine that slows down meanwhile changes both of a pair. */
function medianRatio(long: readonly Used[], short: readonly Used[]): number {
  return median(long.map(({ tookMs }, round) => tookMs / short[round]!.tookMs))
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
  list: string
  kind: string
  long: Measured
  short: Measured
  ratio: number
  most: number
}

function print({ list, kind, long, short, ratio, most }: Compared): void {
  const pair = (name: keyof Used) =>
    [long, short]
      .map((used) => used[name].toFixed(2))
      .join(' | ')
      .padStart(16)
  console.log(
    `${`${list}, ${kind}`.padEnd(32)}${pair('tookMs')}${pair('nodeMs')}${pair('postgresMs')}` +
      `${ratio.toFixed(2).padStart(8)}, at most ${most}`,
  )
}

/** The list whose ratio is the highest. */
function worstOf(kind: string): Figure {
  const [worst] = results.filter((each) => each.kind === kind).sort((a, b) => b.ratio - a.ratio)
  const { list, long, short, ratio, most } = worst!
  const [more, fewer] = [long, short].map(({ rows }) => rows.toLocaleString('en'))
  return { name: `${kind}, ${more} rows to ${fewer} (worst: ${list})`, value: ratio, most }
}
