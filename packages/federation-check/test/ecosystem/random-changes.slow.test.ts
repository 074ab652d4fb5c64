// Changes drawn at random, applied to the real project: whatever the running system refuses or gives
// away after one of them, the check has found. Four of twelve changes are new in each run:
// `RANDOM_CHANGES_FROM=1000` draws them from the seeds after 1000, and `RANDOM_CHANGES_TELL=1` prints all.
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getNamedType, isObjectType, parse, print, type DocumentNode } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../../../foundation/service/service.ts'
import { cloneDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { startDemoServices } from '../../../../test/support/demo.ts'
import { SLOWNESS } from '../../../../test/support/slowness.ts'
import { routeTables, subgraphs } from '../../../../subgraphs/index.ts'
import { mergedDocument } from '../../src/graph/merged.ts'
import { root } from '../../../../schema/check.config.ts'
import { typesIn } from '../../src/sdl/sdl.ts'
import {
  admittedBy,
  askedByClients,
  askedByOldRouter,
  askedByRest,
  askedOfGuards,
  fetchesOf,
  type Admitted,
} from './random-changes/responses.ts'
import { documentsFor } from './random-changes/clients.ts'
import { drawChange } from './random-changes/draw.ts'
import type { Copy } from './random-changes/edit.ts'
import { missedBy, type ReportedResult } from './random-changes/found.ts'
import { checkStates, run, type RunningState } from './random-changes/project-state.ts'
import {
  ask,
  deepQueries,
  startRouter,
  VIEWERS,
  type Deep,
  type Viewer,
} from './random-changes/router.ts'

const FIRST = Number(process.env.RANDOM_CHANGES_FROM ?? randomInt(1_000_000))
/** Changes that the system refuses, that give something away, and that do neither: at least two of each. */
const FIXED = [2, 4, 5, 6, 10, 12, 24, 26]
/** Consecutive seeds draw changes of similar kinds. */
const SEEDS = [...FIXED, ...[0, 3, 6, 9].map((more) => FIRST + more)]
/** How many queries are on their way at once. */
const AT_ONCE = 8

let folder: string
let database: TestDatabase
let services: ReadonlyMap<string, Service>
let base: RunningState
let documents: DocumentNode[]
let fetches: ReadonlyMap<string, ReadonlySet<string>>
let admitted: Admitted
let reported: ReadonlyMap<Viewer, ReadonlySet<string>>
const ids = new Map<string, string>()
const dashboard = {
  name: 'dashboard.graphql',
  file: 'schema/operations/dashboard.graphql',
  text: readFileSync(join(root, 'schema/operations/dashboard.graphql'), 'utf8'),
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ecosystem-random-'))
  database = await cloneDatabase()
  services = await startDemoServices(database.url)
  base = await run('base', { subgraphs, rows: routeTables })
  documents = [...documentsFor(base.graph.schema!), parse(dashboard.text)]
  admitted = await admittedBy(base, services)
  const first = await tell(base, deepQueries(base.graph.schema!, ids))
  for (const [type, id] of first.ids) ids.set(type, id)
  const deep = deepQueries(base.graph.schema!, ids)
  fetches = await fetchesOf(
    base,
    deep.map(({ query }) => parse(query)),
  )
  const { ways } = await tell(base, deep)
  reported = new Map([...ways].map(([viewer, some]) => [viewer, new Set(some.map(lastOf))]))
})

afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop()))
  await database.drop()
  rmSync(folder, { recursive: true })
})

const lastOf = (way: readonly string[]) => way.at(-1)!

/** What each viewer is reported by some queries, as ways from the root. */
async function tell(state: RunningState, queries: readonly Deep[]) {
  const server = await startRouter(state, services)
  const found = { ways: new Map<Viewer, (readonly string[])[]>(), ids: new Map<string, string>() }
  for (const viewer of Object.keys(VIEWERS) as Viewer[]) {
    const responses: Awaited<ReturnType<typeof ask>>[] = []
    // The router plans few operations of one caller at once, and refuses the others.
    for (let at = 0; at < queries.length; at += AT_ONCE) {
      const next = queries.slice(at, at + AT_ONCE).map((query) => ask(server, query, viewer))
      responses.push(...(await Promise.all(next)))
    }
    found.ways.set(
      viewer,
      responses.flatMap(({ ways }) => [...ways.values()]),
    )
    for (const response of responses) for (const [type, id] of response.ids) found.ids.set(type, id)
  }
  await server.stop()
  return found
}

/** What is read through the router now, and was never read before by the same viewer. */
async function askedOfRouter(head: RunningState, copy?: Copy): Promise<ReportedResult[]> {
  const changed = changedIn(head)
  const queries = deepQueries(head.graph.schema!, ids).filter(({ root, types }) =>
    [root, ...types].some((name) => changed.has(name)),
  )
  if (queries.length === 0) return []
  const known = new Set([...reported.values()].flatMap((one) => [...one]))
  const { ways } = await tell(head, queries)
  return [...ways].flatMap(([viewer, now]) => {
    const isLeaked = (way: readonly string[]) => {
      const origin = lastOf(way) === copy?.to ? copy.from : lastOf(way)
      return known.has(origin) && !reported.get(viewer)!.has(origin)
    }
    return now.filter(isLeaked).map((way): ReportedResult => {
      return { kind: 'leaked', what: `${way.join(' > ')} to ${viewer}`, at: onTheWay(way, head) }
    })
  })
}

/** What may have been opened: a field of the way, or the type at its end. */
function onTheWay(way: readonly string[], { graph }: RunningState): string[] {
  const [type = '', field = ''] = lastOf(way).split('.')
  const owner = graph.schema!.getType(type)
  const fieldType = isObjectType(owner) && getNamedType(owner.getFields()[field]!.type).name
  return [...way, type, ...(fieldType ? [fieldType] : [])]
}

/** Types that read otherwise than before, and root fields. */
function changedIn(head: RunningState): Set<string> {
  const [before, after] = [textsOf(base), textsOf(head)]
  return new Set(
    [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name),
  )
}

function textsOf({ graph }: RunningState): Map<string, string> {
  const types = typesIn(mergedDocument(graph))
  const roots = [...(types.get('Query')?.fields ?? [])].map(([name, field]) => [name, print(field)])
  return new Map([
    ...[...types.values()].map(({ name, node }) => [name, print(node)] as const),
    ...(roots as [string, string][]),
  ])
}

/** All that the running system says to a change. */
async function responsesTo(head: RunningState, copy?: Copy): Promise<ReportedResult[]> {
  const { refusal } = head
  if (refusal !== undefined) return [{ kind: 'refused', what: refusal, at: [], message: refusal }]
  return [
    ...askedByClients(documents, base, head),
    ...askedByOldRouter(fetches, base, head),
    ...askedOfGuards(admitted, await admittedBy(head, services, base.state), copy),
    ...askedByRest(base, head),
    ...(await askedOfRouter(head, copy)),
  ]
}

test(
  'what the running system refuses or gives away after a change is found',
  async () => {
    const missed: object[] = []
    const counts = { refused: 0, leaked: 0, quiet: 0 }
    for (const seed of SEEDS) {
      const { title, state, copy } = drawChange(seed, base.state, folder)
      const head = await run('head', state)
      const report = await checkStates(base, head, [dashboard])
      const responses = await responsesTo(head, copy)
      for (const kind of ['refused', 'leaked'] as const) {
        counts[kind] += responses.some((response) => response.kind === kind) ? 1 : 0
      }
      counts.quiet += responses.length === 0 ? 1 : 0
      if (process.env.RANDOM_CHANGES_TELL)
        console.log(
          seed,
          title,
          responses.slice(0, 3).map(({ kind, what }) => `${kind} ${what}`),
          report.findings.slice(0, 4).map(({ severity, id }) => `${severity} ${id}`),
        )
      const left = missedBy(report, responses)
      if (left.length > 0)
        missed.push({ seed, title, missed: left.slice(0, 5).map(({ what }) => what) })
    }
    expect(missed).toEqual([])
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThanOrEqual(2)
  },
  600_000 * SLOWNESS,
)
