// How other services learn which display names are hidden.
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { NAMELESS } from '../domain/departure/nameless.ts'
import type { IdentityTables } from '../tables.ts'

const NAMES = `query ($since: DateTimeISO, $after: String) {
  hiddenNames(since: $since, after: $after) { asOf names { identityId hiddenAt displayNames neutralName } next }
}`

const identity = testSubgraph('identity')

const db = () => identity.tables<IdentityTables>('identity')
const hiddenNames = async (variables: object = {}) =>
  (await identity.ask(NAMES, { service: 'scroll', variables: { ...variables } })).hiddenNames
/** Hides a name, and leaves the rest to the database. */
const hide = (id: string, name: string | null) =>
  db()
    .updateTable('identities')
    .set({
      hiddenDisplayName: name,
      namesHiddenAt: name === null ? null : identity.clock.now,
      namesHiddenReason: name === null ? null : 'It insults people.',
    })
    .where('id', '=', id)
    .execute()

test('A change of hidden names is listed at once, and only the latest of a person', async () => {
  const { id } = await identity.join('rude', { displayName: 'Rude' })
  const neutralName = `person_${id.slice(-10)}`
  const { asOf } = await hiddenNames()
  await hide(id, 'Rude')
  const hidden = await hiddenNames({ since: asOf })
  expect(hidden.names).toEqual([
    {
      identityId: id,
      hiddenAt: identity.clock.now.toISOString(),
      displayNames: ['Rude'],
      neutralName,
    },
  ])
  await hide(id, null)
  const shown = await hiddenNames({ since: asOf })
  expect(shown.names).toEqual([{ identityId: id, hiddenAt: null, displayNames: [], neutralName }])
})

test('A change of hidden names that is committed later is after the time of the page before', async () => {
  const { id } = await identity.join('late_rude', { displayName: 'Rude' })
  const writer = new Client({ connectionString: identity.databaseUrl })
  await writer.connect()
  await writer.query('begin')
  await writer.query(
    `update identity.identities set names_hidden_at = now(), names_hidden_reason = 'It insults people.',
       hidden_display_name = 'Rude' where id = $1`,
    [id],
  )
  const { asOf } = await hiddenNames()
  await writer.query('commit')
  await writer.end()
  const { names } = await hiddenNames({ since: asOf })
  expect(names).toContainEqual(expect.objectContaining({ identityId: id, displayNames: ['Rude'] }))
})

test('Somebody who leaves is not shown again', async () => {
  const { id } = await identity.join('leaver', { displayName: 'Leaver' })
  await hide(id, 'Leaver')
  await db()
    .updateTable('identities')
    .set({ ...NAMELESS, disabledAt: new Date(), leftAt: new Date() })
    .where('id', '=', id)
    .execute()
  const { names } = await hiddenNames()
  expect(names).not.toContainEqual(expect.objectContaining({ identityId: id }))
})

test('Changes of hidden names are paged', async () => {
  await sql`
    insert into identities (id, username, display_name, house, archetype, hidden_display_name, name_hiding_changed_at)
    select 'identity_many' || n, 'many_' || n, 'Many', 'Tide', 'Cipher', 'Many', now()
    from generate_series(1, 1200) as n`.execute(db())
  const found = new Set<string>()
  let after: string | null = null
  do {
    const page: { names: { identityId: string }[]; next: string | null } = await hiddenNames({
      after,
    })
    expect(page.names.length).toBeLessThanOrEqual(500)
    for (const name of page.names) found.add(name.identityId)
    after = page.next
  } while (after !== null)
  expect([...found].filter((id) => id.startsWith('identity_many'))).toHaveLength(1_200)
})

test('The last fifty hidden names of a person are remembered', async () => {
  const { id } = await identity.join('renamer', { displayName: 'Name 0' })
  const { asOf } = await hiddenNames()
  for (let number = 0; number <= 60; number += 1) await hide(id, `Name ${number}`)
  const { names } = await hiddenNames({ since: asOf })
  const expected = Array.from({ length: 50 }, (_, number) => `Name ${number + 11}`)
  expect(names[0].displayNames).toEqual(expected)
})

test('Only services may read hidden names', async () => {
  const as = await identity.join('curious')
  const { code } = await identity.refusal(NAMES, { as, variables: {} })
  expect(code).toBe('INSUFFICIENT_PERMISSIONS')
})
