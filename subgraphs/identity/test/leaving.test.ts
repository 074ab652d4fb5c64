// What the ID service erases of somebody who leaves: every table that refers to people.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSubgraph, type TestSubgraph } from '#test/subgraph.ts'
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
