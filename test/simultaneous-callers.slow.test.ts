// Callers who read the same at once: each gets what they get alone, however much of the work is shared.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { demoToken } from '#test/demo.ts'
import { TIMEOUT } from '#test/process.ts'
import { sendersDuring } from '#test/sent-statements.ts'
import { testSystem } from '#test/system.ts'
import type { PathTables } from '../subgraphs/path/tables.ts'
import { routeTables } from '../subgraphs/index.ts'

const DASHBOARD = readFileSync(
  new URL('../schema/operations/dashboard.graphql', import.meta.url),
  'utf8',
)
/** How often everybody reads everything at once. */
const TIMES = 3

const system = testSystem({ settings: { DEMO: '1' } })
let tokens: Map<string, string | undefined>
beforeAll(async () => {
  const people = ['ada', 'grace', 'alan', 'edsger', 'barbara']
  const named = people.map(async (name) => [name, await demoToken(system, name)] as const)
  tokens = new Map<string, string | undefined>([
    ...(await Promise.all(named)),
    ['nobody', undefined],
  ])
  await vi.waitFor(expectSettled, { ...TIMEOUT, interval: 200 })
  system.clock.now = new Date()
})

/** Rewards of the demo data arrive after its completions. */
async function expectSettled(): Promise<void> {
  const completions = system.tables<PathTables>('path').selectFrom('questCompletions')
  const steps = await completions.select('pendingSteps').execute()
  expect(steps.flatMap(({ pendingSteps }) => pendingSteps)).toEqual([])
}

/** Where a log of events ends changes on its own. */
const isOfAPerson = (path: string) => !path.includes(':') && path !== '/api/events'

/** The documented lists and objects, of which each person has others, and the dashboard. */
function reads(): ((token: string | undefined) => Promise<unknown>)[] {
  const paths = Object.entries(routeTables).flatMap(([service, routes]) =>
    routes
      .filter(({ method, path }) => method === 'get' && isOfAPerson(path))
      .map(({ path }) => `${system.address(service)}${path}`),
  )
  const profiles = ['ada', 'grace'].map((name) => {
    const query = `{ identity(id: "${stableId('identity', name)}") { username credentials { type } goldBalance } }`
    return async (token: string | undefined) => (await system.graphql(query, { token })).body
  })
  return [
    ...paths.map((url) => async (token: string | undefined) => {
      const { status, body } = await system.fetch(url, { token })
      return { url, status, body: body as unknown }
    }),
    async (token) => (await system.graphql(DASHBOARD, { token })).body as unknown,
    ...profiles,
  ]
}

test('whoever reads beside others gets what they get alone', async () => {
  const wanted = reads().flatMap((read) => [...tokens.values()].map((token) => () => read(token)))
  expect(wanted.length).toBeGreaterThan(100)
  const alone: unknown[] = []
  const apart = await sendersDuring(async () => {
    for (const read of wanted) alone.push(await read())
  })
  const together = await sendersDuring(async () => {
    for (let time = 0; time < TIMES; time += 1) {
      expect(await Promise.all(wanted.map((read) => read()))).toEqual(alone)
    }
  })
  // Or nothing was shared.
  expect(together.length).toBeLessThan(apart.length * TIMES)
})
