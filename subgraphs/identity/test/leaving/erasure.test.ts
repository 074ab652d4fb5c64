// The ID service erases a person who leaves from every table that refers to people.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { auditRow } from '../../domain/audit/audit.ts'
import { ERASED } from '../../domain/departure/identity-erasure.ts'
import { dropMailFiles } from '../../mail/mail-files.ts'
import { departuresAt, newName } from './story.ts'

const identity = testSubgraph('identity')
const { tables, leave, departureOf, rowOf, letThemLeave } = departuresAt(identity)

interface WithKeys {
  idempotencyKeys: Record<
    'identityId' | 'clientId' | 'field' | 'key' | 'fingerprint' | 'holder',
    string
  > & { createdAt: Date; answer: string | null }
}

/** Erased in another way: with the export or departure, by a separate function, or by the id of the asker. */
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

test('Every row that refers to a person is found by an index', async () => {
  const { rows } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'identities'::regclass and not exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) like '%identity_id IS NOT NULL%')
    )`.execute(tables())
  expect(rows).toEqual([])
})

test('A person who left stays disabled and without a role, whatever a program does', async () => {
  const ada = await identity.join('ada')
  const set = (columns: object) =>
    tables().updateTable('identities').set(columns).where('id', '=', ada.id).execute()
  await set({ leftAt: new Date(), disabledAt: new Date() })
  await expect(set({ disabledAt: null })).rejects.toThrow('who_left_stays_away')
  await expect(set({ role: 'admin' })).rejects.toThrow('who_left_stays_away')
})

test('A service finds nobody under the id of a person who left, and a grant for them is dropped', async () => {
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

const addEvent = (details: object, identityId: string | null = null) =>
  tables()
    .insertInto('auditEvents')
    .values(
      auditRow(
        { now: () => identity.clock.now, address: '192.0.2.7', requestId: 'r' },
        { kind: 'identity_disabled', identityId, details: { ...details } },
      ),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
const eventOf = ({ id }: { id: string }) =>
  tables().selectFrom('auditEvents').selectAll().where('id', '=', id).executeTakeFirst()
const storeResponse = (of: Person, response: object) =>
  tables<WithKeys>()
    .insertInto('idempotencyKeys')
    .values({
      identityId: of.id,
      clientId: 'web',
      field: 'f',
      key: crypto.randomUUID(),
      fingerprint: 'f',
      createdAt: identity.clock.now,
      holder: 'h',
      answer: JSON.stringify({ data: response }),
    })
    .returning('key')
    .executeTakeFirstOrThrow()
const responseOf = async ({ key }: { key: string }) => {
  const keys = tables<WithKeys>().selectFrom('idempotencyKeys').where('key', '=', key)
  return (await keys.select('answer').executeTakeFirstOrThrow()).answer
}

test('Leaving takes nothing from others, whatever name the person has', async () => {
  const [leaver, other] = [
    await identity.join(newName(), { displayName: 'by' }),
    await identity.join(newName(), { displayName: 'by' }),
  ]
  const theirs = await addEvent({ by: other.id, reason: 'by', method: 'password' }, other.id)
  const done = await addEvent({ by: leaver.id, reason: 'spam' }, other.id)
  const shared = await storeResponse(other, { identity: { displayName: 'by', username: 'grace' } })
  const about = await storeResponse(other, { identity: { username: leaver.username } })
  await leave(leaver)
  const { tombstone } = (await departureOf(leaver))!
  await letThemLeave()
  expect(await rowOf(leaver)).toBeUndefined()
  const details = { by: other.id, reason: 'by', method: 'password' }
  expect(await eventOf(theirs)).toMatchObject({ address: '192.0.2.7', details })
  const erased = { address: 'erased', details: { by: tombstone, reason: 'spam' } }
  expect(await eventOf(done)).toMatchObject(erased)
  expect(await responseOf(shared)).toContain('"by"')
  expect(await responseOf(about)).toBeNull()
})

test('A tombstone does not reveal when its person asked to leave, or left', async () => {
  const leaver = await identity.join(newName())
  await leave(leaver)
  const { tombstone } = (await departureOf(leaver))!
  // An id begins with its time.
  expect(tombstone.slice(0, 19)).toBe(stableId('identity', 'anybody').slice(0, 19))
  await letThemLeave()
  const times = { createdAt: new Date(0), disabledAt: new Date(0), leftAt: new Date(0) }
  expect(await rowOf({ id: tombstone, username: '' })).toMatchObject(times)
})

test('Mail files of others stay, whatever words are in them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-files-'))
  await mkdir(join(dataDir, 'mail'))
  const write = (name: string, to: string, text: string) =>
    writeFile(join(dataDir, 'mail', name), `To: ${to}\r\nSubject: the\r\n\r\n${text}\r\n`)
  await write('1.eml', 'ada@mail.example', 'Hello @thelma, the link is here: e.')
  await write('2.eml', 'THE@mail.example', 'Hello,')
  await write('3.eml', 'old@mail.example', 'Hello @the,')
  await dropMailFiles({ dataDir }, ['the', 'e', 'the@mail.example'])
  expect(await readdir(join(dataDir, 'mail'))).toEqual(['1.eml'])
  await rm(dataDir, { recursive: true })
})
