// Realms: the list, one by its id, new ones, and the schema of the PostgreSQL extensions.
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { cloneDatabase } from '#test/database.ts'
import { addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { realm as subgraph } from '../subgraph.ts'

const realm = testSubgraph('realm')
let ada: Person
beforeAll(async () => {
  ada = await realm.join('ada', { role: 'admin' })
})

const FIND = `query ($id: ID!) {
  realm(id: $id) { id name description bounds { min { x y z } max { x y z } } createdAt }
}`

test('a realm is found by its id', async () => {
  const about = { name: 'Low Fens', description: 'Mist and reeds.', minX: -0.5, maxZ: 2_000.25 }
  const id = await addRealm(realm, { ...about, createdAt: new Date('2026-03-01T10:00:00.123Z') })
  expect((await realm.ask(FIND, { as: ada, variables: { id } })).realm).toEqual({
    id,
    name: 'Low Fens',
    description: 'Mist and reeds.',
    bounds: { min: { x: -0.5, y: -1_000, z: -1_000 }, max: { x: 1_000, y: 1_000, z: 2_000.25 } },
    createdAt: '2026-03-01T10:00:00.123Z',
  })
})

describe('a new realm', () => {
  const ADD = `mutation ($input: AddRealmInput!) {
    addRealm(input: $input) { id name description bounds { min { x y z } max { x y z } } createdAt }
  }`
  const scopes = ['identity', 'admin']
  const corner = (at: number) => ({ x: at, y: at, z: at })
  const about = {
    name: 'The Orchard',
    description: 'Rows of old trees.',
    bounds: { min: corner(-1_000_000), max: corner(1_000_000) },
  }

  test('An administrator can add a realm', async () => {
    const { addRealm } = await realm.ask(ADD, { as: ada, scopes, variables: { input: about } })
    expect(addRealm).toEqual({
      id: expect.stringMatching(/^realm_/) as string,
      ...about,
      createdAt: realm.clock.now.toISOString(),
    })
    const found = await realm.ask(FIND, { as: ada, variables: { id: addRealm.id } })
    expect(found.realm).toEqual(addRealm)
  })

  test.each([
    [{ name: ' \n ' }, 'name', 'must have 1 to 100 characters, and not blanks alone'],
    [{ name: 'n'.repeat(101) }, 'name', 'must have 1 to 100 characters, and not blanks alone'],
    [{ description: '' }, 'description', 'must have 1 to 2000 characters, and not blanks alone'],
    [
      { description: 'd'.repeat(2_001) },
      'description',
      'must have 1 to 2000 characters, and not blanks alone',
    ],
    [
      { bounds: { min: { ...corner(0), y: 5 }, max: corner(5) } },
      'bounds.max.y',
      'must be greater than bounds.min.y',
    ],
    [
      { bounds: { min: { ...corner(0), z: -1_000_000.5 }, max: corner(5) } },
      'bounds.min.z',
      'must be from -1000000 to 1000000',
    ],
    [
      { bounds: { min: corner(0), max: { ...corner(5), x: 1e300 } } },
      'bounds.max.x',
      'must be from -1000000 to 1000000',
    ],
    [{ bounds: { min: corner(0), max: { x: 1, y: 1 } } }, 'bounds.max.z', 'is required'],
    [
      { bounds: { min: corner(0), max: { ...corner(5), x: '1' } } },
      'bounds.max.x',
      'must be a number',
    ],
  ])('A new realm with %j is refused', async (change, field, reason) => {
    const variables = { input: { ...about, ...change } }
    expect(await realm.refusal(ADD, { as: ada, scopes, variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })

  test('A refused realm names every invalid field', async () => {
    const bounds = { min: corner(3), max: { x: 2, y: 4, z: 3 } }
    const variables = { input: { name: '', description: 'x', bounds } }
    expect((await realm.refusal(ADD, { as: ada, scopes, variables })).details).toEqual({
      issues: [
        { field: 'name', reason: 'must have 1 to 100 characters, and not blanks alone' },
        { field: 'bounds.max.x', reason: 'must be greater than bounds.min.x' },
        { field: 'bounds.max.z', reason: 'must be greater than bounds.min.z' },
      ],
    })
  })
})

describe('the extensions of the database', () => {
  const log = createLog('silent', 'test')
  const migrateAfter = async (...statements: string[]) => {
    const database = await cloneDatabase()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
      await migrate(database.url, subgraph, log)
      const { rows } = await client.query(
        `select extname as name, nspname as schema
         from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
         where extname in ('cube', 'btree_gist') order by extname`,
      )
      return rows as object[]
    } finally {
      await client.end()
      await database.drop()
    }
  }
  const own = ['btree_gist', 'cube'].map((name) => ({ name, schema: 'realm' }))

  test('The extensions are installed into the service’s own schema', async () => {
    expect(await migrateAfter('drop schema realm cascade')).toEqual(own)
  })

  test('Extensions in another schema stop the start with a message, and are found once moved', async () => {
    const elsewhere = ['drop schema realm cascade', 'create extension cube schema public']
    await expect(migrateAfter(...elsewhere)).rejects.toMatchObject({
      cause: {
        message: expect.stringContaining('alter extension cube set schema realm') as string,
      },
    })
    const moved = ['create schema realm', 'alter extension cube set schema realm']
    expect(await migrateAfter(...elsewhere, ...moved)).toEqual(own)
  })
})
