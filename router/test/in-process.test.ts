// What the fetches of one request share if services run in the router's process.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { currentBudget, withBudget } from '#foundation/limits/response-budget.ts'
import { startService, type Service } from '#foundation/service/service.ts'
import { callerOf, testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { SubgraphConnection } from '../executor/subgraph-connection.ts'
import { inProcessSubgraph } from '../in-process.ts'

let database: TestDatabase
let service: Service
let identity: SubgraphConnection

beforeAll(async () => {
  database = await cloneDatabase()
  service = await startService(
    subgraphs.find(({ name }) => name === 'identity')!,
    {
      databaseUrl: database.url,
      demo: undefined,
      production: false,
      execution: 'compiled',
      log: testLog,
      now: () => new Date(),
      env: {},
      services: [],
      connect: () => () => Promise.reject(new Error('Identity asks no peer.')),
    },
  )
  identity = inProcessSubgraph(() => service)
  const person = { id: 'identity_ada', username: 'ada', displayName: 'Ada' }
  await db()
    .insertInto('identities')
    .values({ ...person, house: 'Aether', archetype: 'Keeper' })
    .execute()
})
afterEach(() => rename('Ada'))
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const db = () => service.createContext(callerOf()).db as Kysely<IdentityTables>

const rename = (displayName: string) =>
  db().updateTable('identities').set({ displayName }).execute()

/** The names that two fetches of one request return if the person is renamed between them. */
async function namesOf({ isMutation }: { isMutation: boolean }): Promise<unknown[]> {
  const caller = callerOf({ as: { id: 'identity_ada' } })
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  const request = { caller, req, res } as unknown as GraphQLContext
  const limits = { bytes: 1_000_000, slots: createLargeResponseSlots() }
  const names: unknown[] = []
  await withBudget({ limits, caller, res }, async () => {
    if (isMutation) currentBudget()!.markMutation()
    for (const name of ['Grace', 'Barbara']) {
      const { data } = await identity({ query: '{ me { displayName } }', variables: {} }, request)
      names.push((data!.me as { displayName: string }).displayName)
      await rename(name)
    }
  })
  return names
}

test('the fetches of a query read a row once', async () => {
  expect(await namesOf({ isMutation: false })).toEqual(['Ada', 'Ada'])
})

test('the fetches of a mutation read a row again', async () => {
  expect(await namesOf({ isMutation: true })).toEqual(['Ada', 'Grace'])
})

test('other requests of the same person read a row again', async () => {
  await namesOf({ isMutation: false })
  expect(await namesOf({ isMutation: false })).toEqual(['Barbara', 'Barbara'])
})
