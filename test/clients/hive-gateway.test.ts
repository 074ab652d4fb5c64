// Another federation gateway over our services, in place of the router.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSupergraph } from '../../router/supergraph.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'
import { demoToken } from '../support/demo.ts'
import { startTestSystem, type TestSystem } from '../support/system.ts'

/** What the test uses of Hive Gateway. */
interface HiveGateway {
  createGatewayRuntime: (config: {
    supergraph: string
    logging: 'error'
    propagateHeaders: {
      fromClientToSubgraphs: (from: { request: Request }) => Record<string, string>
    }
  }) => AsyncDisposable & { fetch: typeof fetch }
}

// Its types are not loaded, because they add fields to those of graphql for our whole program.
const HIVE_GATEWAY: string = '@graphql-hive/gateway'
const { createGatewayRuntime } = (await import(HIVE_GATEWAY)) as HiveGateway

const DASHBOARD = readFileSync(
  new URL('../../schema/operations/dashboard.graphql', import.meta.url),
  'utf8',
)

let system: TestSystem
let token: string
beforeAll(async () => {
  system = await startTestSystem({ settings: { DEMO: '1' } })
  token = await demoToken(system, 'ada')
  await vi.waitFor(expectSettled, { timeout: 30_000, interval: 200 })
})
afterAll(() => system.stop())

/** Until then, what the demo people have earned still changes. */
async function expectSettled(): Promise<void> {
  const completions = system.tables<PathTables>('path').selectFrom('questCompletions')
  const steps = await completions.select('pendingSteps').execute()
  expect(steps.flatMap(({ pendingSteps }) => pendingSteps)).toEqual([])
}

/** Our supergraph, with the addresses of the services of the test. */
function supergraph(): string {
  return readSupergraph().replaceAll(
    /(@join__graph\(name: "([^"]+)", url: )"[^"]+"/g,
    (_match, before: string, name: string) => `${before}"${system.address(name)}/graphql"`,
  )
}

test('Hive Gateway answers the dashboard as our router does, byte for byte', async () => {
  await using gateway = createGatewayRuntime({
    supergraph: supergraph(),
    logging: 'error',
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({
        authorization: request.headers.get('authorization')!,
      }),
    },
  })
  const asked = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: DASHBOARD }),
  }
  const ours = await (await fetch(`${system.address('router')}/graphql`, asked)).text()
  const theirs = await (await gateway.fetch('http://gateway/graphql', asked)).text()
  expect(JSON.parse(ours)).toMatchObject({ data: { me: { displayName: expect.any(String) } } })
  expect(theirs).toBe(ours)
})
