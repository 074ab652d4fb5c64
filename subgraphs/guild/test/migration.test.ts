// Migrating a database of the previous version, whose processes still write to it.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { testLog } from '#test/caller.ts'
import { guild } from '../subgraph.ts'

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await emptyDatabase()
  const before = Object.fromEntries(
    Object.entries(guild.migrations).filter(([name]) => name < '0005-life-cycles'),
  )
  await migrate(database.url, 'guild', before, testLog)
  client = new Client({ connectionString: database.url, options: '-c search_path=guild' })
  await client.connect()
  await client.query(`
    insert into organizations (id, name, description, house, member_count, open_to_join, created_at)
    select 'organization_' || n, 'N', 'D', 'Aether', 1, true, now() from generate_series(1, 3) as n`)
  await addRole('role_full', 0)
  await addRole('role_open', 2)
  await migrate(database.url, 'guild', guild.migrations, testLog)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Adds a role as a process of the previous version does. */
const addRole = (id: string, openings: number, organization = 'organization_1') =>
  client.query(
    `insert into roles (id, organization_id, title, description, min_level, openings, created_at)
     values ($1, $2, 'T', 'D', 1, $3, now())`,
    [id, organization, openings],
  )
const read = async (query: string) => (await client.query(query)).rows

test('roles without openings count as closed, and totals stay', async () => {
  expect(await read('select id, closed, hidden_at from roles order by id')).toEqual([
    { id: 'role_full', closed: true, hidden_at: null },
    { id: 'role_open', closed: false, hidden_at: null },
  ])
  expect(await read('select sum(change)::int as total from organizations_count')).toEqual([
    { total: 3 },
  ])
  expect(await read('select sum(change)::int as total from roles_count')).toEqual([{ total: 1 }])
})

test('a role that an earlier process posts is hidden with its organization', async () => {
  await client.query(`
    update organizations set hidden_at = now(), hidden_reason = 'R' where id = 'organization_2'`)
  await addRole('role_hidden', 1, 'organization_2')
  await addRole('role_shown', 1, 'organization_3')
  const hidden = `select id from roles where hidden_at is not null`
  expect(await read(hidden)).toEqual([{ id: 'role_hidden' }])
  expect(await read('select sum(change)::int as total from roles_count')).toEqual([{ total: 2 }])
  expect(await read('select sum(change)::int as total from organizations_count')).toEqual([
    { total: 2 },
  ])
})

test('an earlier process lets people join and apply, once each', async () => {
  const join = `
    insert into memberships (id, organization_id, identity_id, status, requested_at)
    values ('membership_' || random(), 'organization_1', 'identity_1', 'active', now())
    on conflict (organization_id, identity_id) where status <> 'rejected' do nothing`
  const apply = `
    insert into applications (id, role_id, identity_id, status, applied_at)
    values ('application_' || random(), 'role_open', 'identity_1', 'pending', now())
    on conflict (role_id, identity_id) where status <> 'rejected' do nothing`
  for (const statement of [join, apply]) {
    expect((await client.query(statement)).rowCount).toBe(1)
    expect((await client.query(statement)).rowCount).toBe(0)
  }
})
