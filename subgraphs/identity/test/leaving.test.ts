// What the ID service erases of somebody who leaves: every table that refers to people.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'
import { asCommand } from '../command.ts'
import { disableAccount } from '../domain/account-change.ts'
import {
  addAdministrator,
  dismissAdministrator,
  removeAdministrator,
} from '../domain/administrator.ts'
import { findDeparture, requestDeparture } from '../domain/departure.ts'
import { ERASED } from '../domain/identity-erasure.ts'
import type { IdentityTables } from '../tables.ts'

let identity: TestSubgraph
beforeAll(async () => {
  identity = await startTestSubgraph('identity')
})
afterAll(() => identity.stop())

const tables = () => identity.tables<IdentityTables>('identity')

/** Erased otherwise: with their export or departure, by its own function, or because it is of an asker's id. */
const OTHERWISE = ['idempotency_keys']

test('Every table with the id of a person is erased', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct table_name as table from information_schema.columns
    where table_schema = 'identity' and column_name like '%identity\_id'`.execute(tables())
  const known = ERASED.map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  expect(rows.map(({ table }) => table).sort()).toEqual([...known, ...OTHERWISE].sort())
})

test('Whoever left stays disabled and has no role, whatever a program does', async () => {
  const ada = await identity.join('ada')
  const set = (columns: object) =>
    tables().updateTable('identities').set(columns).where('id', '=', ada.id).execute()
  await set({ leftAt: new Date(), disabledAt: new Date() })
  await expect(set({ disabledAt: null })).rejects.toThrow('who_left_stays_away')
  await expect(set({ role: 'admin' })).rejects.toThrow('who_left_stays_away')
})

test('A service that asks for somebody who left hears of nobody, and what is owed to them is dropped', async () => {
  const grace = await identity.join('grace')
  const left = { leftAt: new Date(), disabledAt: new Date(), displayName: 'Someone who left' }
  await tables().updateTable('identities').set(left).where('id', '=', grace.id).execute()
  const person = `{ identity(id: "${grace.id}") { displayName xp } }`
  const asked = await identity.refusal(person, { as: grace, service: 'market' })
  expect(asked.code).toBe('NOT_FOUND')
  const grant = `mutation { grantXp(input: { key: "late", identityId: "${grace.id}", amount: 50 }) { xp } }`
  expect(await identity.ask(grant, { service: 'path' })).toEqual({ grantXp: { xp: 0 } })
  expect(await identity.ask(person, { as: grace })).toEqual({
    identity: { displayName: 'Someone who left', xp: 0 },
  })
})

const DAY_MS = 86_400_000
const later = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms)
}
const newName = () => `p${crypto.randomUUID().slice(0, 8)}`
const command = () => ({ ...asCommand(tables()), now: () => identity.clock.now })
const leave = (person: Person) =>
  requestDeparture(command(), person, { username: person.username, scrolls: 'keep' })
const departureOf = ({ id }: Person) => findDeparture({ db: tables() }, id)
const rowOf = ({ id }: Person) =>
  tables().selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst()

describe('administrators', () => {
  let first: Person
  let second: Person
  beforeEach(async () => {
    await tables().updateTable('identities').set({ role: 'member' }).execute()
    first = await identity.join(newName(), { role: 'admin' })
    second = await identity.join(newName(), { role: 'admin' })
  })

  test('who are leaving do not count where another one is dismissed or disabled', async () => {
    await leave(first)
    const refusal = { extensions: { details: { reason: 'LAST_ADMINISTRATOR' } } }
    const ofSecond = { identityId: second.id, reason: 'They asked for it.' }
    await expect(dismissAdministrator(command(), second.id)).rejects.toMatchObject(refusal)
    await expect(disableAccount(command(), ofSecond)).rejects.toMatchObject(refusal)
    await dismissAdministrator(command(), first.id)
  })

  test('who are the last when their two weeks are over stay, a day at a time', async () => {
    await leave(first)
    await removeAdministrator(command(), second.username)
    later(14 * DAY_MS)
    await identity.work()
    expect(await rowOf(first)).toMatchObject({ role: 'admin', disabledAt: null })
    const dueAt = new Date(identity.clock.now.getTime() + DAY_MS)
    expect(await departureOf(first)).toMatchObject({ closedAt: null, dueAt })
    await addAdministrator(command(), second.username)
    later(DAY_MS)
    await identity.work()
    expect(await rowOf(first)).toMatchObject({ role: 'member', leftAt: identity.clock.now })
  })
})
