// The ID service erases a person who leaves from every table that refers to people.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '#foundation/database/database.ts'
import { newId, stableId } from '#foundation/domain/ids.ts'
import { sessionsWaiting } from '#test/database.ts'
import { whileWaiting } from '#test/erasure.ts'
import { requestToLeave } from '#test/leaving.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import type { IdentityContext } from '../context.ts'
import { disableAccount } from '../domain/accounts/account-change.ts'
import {
  addAdministrator,
  dismissAdministrator,
  removeAdministrator,
} from '../domain/administration/administrator.ts'
import { auditRow } from '../domain/audit/audit.ts'
import { findDeparture } from '../domain/departure/departure.ts'
import {
  findExport,
  keepPart,
  MAX_EXPORT_BYTES,
  readParts,
} from '../domain/personal-data/export.ts'
import { ERASED } from '../domain/departure/identity-erasure.ts'
import { lockPersonForUpdate } from '../domain/people/person.ts'
import { finishTask, claimTask } from '../domain/personal-data/personal-data-task.ts'
import { addMissingTasks } from '../domain/departure/service-tasks.ts'
import { listUnreached } from '../domain/departure/unreached-service.ts'
import { reportWaiting } from '../domain/departure/waiting-departure.ts'
import { dropMailFiles } from '../mail/mail-files.ts'
import { readMe } from '../pages/account/export-download.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
afterEach(async () => {
  await tables().deleteFrom('departures').execute()
  await tables().deleteFrom('exports').execute()
})

const tables = <Tables = IdentityTables>() => identity.tables<Tables>('identity')

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

const MARKET = { name: 'market', holdsPersonalData: true, hasEvents: false, nodes: {} }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const later = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms)
}
const newName = () => `p${crypto.randomUUID().slice(0, 8)}`
const command = () => ({ ...asCommand(tables()), now: () => identity.clock.now })
const leave = (person: Person) => requestToLeave(command(), person)
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

  test('Administrators who are leaving do not count when another one is removed or disabled', async () => {
    await leave(first)
    const refusal = { extensions: { details: { reason: 'LAST_ADMINISTRATOR' } } }
    const ofSecond = { identityId: second.id, reason: 'They asked for it.' }
    await expect(dismissAdministrator(command(), second.id)).rejects.toMatchObject(refusal)
    await expect(disableAccount(command(), ofSecond)).rejects.toMatchObject(refusal)
    await dismissAdministrator(command(), first.id)
  })

  test('The last administrators stay after their two weeks, a day at a time', async () => {
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

/** Runs a round for each step, after the services have finished. */
async function letThemLeave(): Promise<void> {
  for (const ms of [14 * DAY_MS, 2 * HOUR_MS, 2 * HOUR_MS]) {
    later(ms)
    await identity.work()
    await tables().updateTable('personalDataTasks').set({ doneAt: identity.clock.now }).execute()
  }
  later(HOUR_MS)
  await identity.work()
}

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

test('A departure that fails is tried less and less often, and does not hold up the others', async () => {
  const [stuck, free] = [await identity.join(newName()), await identity.join(newName())]
  await leave(stuck)
  await leave(free)
  const taken = { tombstone: (await identity.join(newName())).id }
  const { id } = (await departureOf(stuck))!
  await tables().updateTable('departures').set(taken).where('id', '=', id).execute()
  await letThemLeave()
  expect(await rowOf(free)).toBeUndefined()
  const { attempts, nextAttemptAt } = (await departureOf(stuck))!
  expect(attempts).toBe(3)
  expect(nextAttemptAt.getTime() - identity.clock.now.getTime()).toBe(8_000)
  await identity.work()
  expect(await departureOf(stuck)).toMatchObject({ attempts, nextAttemptAt })
})

test('Asking again at the moment the account is closed does not block the closing', async () => {
  const leaver = await identity.join(newName())
  await leave(leaver)
  later(14 * DAY_MS)
  const departures = (trx: Transaction<IdentityTables>) =>
    trx.updateTable('departures').set({ scrolls: 'erase' }).where('identityId', '=', leaver.id)
  await whileWaiting<IdentityTables, void>(
    identity,
    'identity',
    () => identity.work(),
    (trx) => lockPersonForUpdate(trx, leaver.id),
    (trx) => departures(trx).execute(),
  )
  expect(await departureOf(leaver)).toMatchObject({ scrolls: 'erase', attempts: 0 })
  expect((await departureOf(leaver))?.closedAt).toEqual(identity.clock.now)
})

test('Of two processes that begin a step of a departure, one takes it', async () => {
  const twin = await startTestSubgraph('identity', {}, identity)
  const leaver = await identity.join(newName())
  await leave(leaver)
  const deleted = tables()
    .selectFrom('auditEvents')
    .select('id')
    .where('kind', '=', 'account_deleted')
  const before = await deleted.execute()
  for (const ms of [14 * DAY_MS, 2 * HOUR_MS, 2 * HOUR_MS]) {
    later(ms)
    await tables()
      .updateTable('personalDataTasks')
      .set({ doneAt: new Date(0) })
      .execute()
    const working = await tables()
      .transaction()
      .execute(async (trx) => {
        await lockPersonForUpdate(trx, leaver.id)
        const started = { both: Promise.all([identity.work(), twin.work()]) }
        await expect.poll(() => sessionsWaiting(tables())).toBe(2)
        return started
      })
    await working.both
    expect((await departureOf(leaver))?.attempts ?? 0).toBe(0)
  }
  expect(await rowOf(leaver)).toBeUndefined()
  expect(await deleted.execute()).toHaveLength(before.length + 1)
  await twin.stop()
})

test('A departure that waits for a service is reported once a day, with the name of the service', async () => {
  const leaver = await identity.join(newName())
  await leave(leaver)
  for (const ms of [14 * DAY_MS, 2 * HOUR_MS]) {
    later(ms)
    await identity.work()
  }
  await tables()
    .updateTable('personalDataTasks')
    .set({ doneAt: identity.clock.now })
    .where('service', '!=', 'market')
    .execute()
  const { id, erasingSince } = (await departureOf(leaver))!
  const report = async () => {
    const lines: object[] = []
    const log = { error: (line: object) => lines.push(line) }
    const ctx = { db: tables(), now: () => identity.clock.now, log }
    await Promise.all([1, 2].map(() => reportWaiting(ctx as unknown as IdentityContext)))
    return lines
  }
  expect(await report()).toEqual([])
  later(DAY_MS)
  const line = { departure: id, services: ['market'], since: erasingSince }
  expect(await report()).toEqual([line])
  later(HOUR_MS)
  expect(await report()).toEqual([])
  later(DAY_MS)
  expect(await report()).toEqual([line])
})

async function askForExport(): Promise<{ person: Person; exportId: string }> {
  const person = await identity.join(newName())
  const [exportId, at] = [newId('export'), identity.clock.now]
  const times = { askedAt: at, expiresAt: new Date(at.getTime() + DAY_MS) }
  await tables()
    .transaction()
    .execute(async (trx) => {
      const row = { id: exportId, identityId: person.id, ...times }
      await trx.insertInto('exports').values(row).execute()
      await addMissingTasks({ db: trx, now: () => at, services: [MARKET] }, { exportId })
    })
  return { person, exportId }
}
const atService = (service: string) => ({
  db: tables(),
  now: () => identity.clock.now,
  service,
  services: [MARKET],
})

/** Deletes a service's tasks, as if a process from before the service existed had added them. */
const forget = (service: string) =>
  tables().deleteFrom('personalDataTasks').where('service', '=', service).execute()
const tasksOf = async (service: string) =>
  (
    await tables()
      .selectFrom('personalDataTasks')
      .select('doneAt')
      .where('service', '=', service)
      .execute()
  ).map(({ doneAt }) => doneAt)

test('A departure that is older than a service waits for it, too', async () => {
  const leaver = await identity.join(newName())
  await leave(leaver)
  for (const ms of [14 * DAY_MS, 2 * HOUR_MS]) {
    later(ms)
    await identity.work()
  }
  await forget('scroll')
  await tables().updateTable('personalDataTasks').set({ doneAt: identity.clock.now }).execute()
  later(2 * HOUR_MS)
  await identity.work()
  expect(await departureOf(leaver)).toBeDefined()
  expect(await tasksOf('scroll')).toEqual([null])
  await tables().updateTable('personalDataTasks').set({ doneAt: identity.clock.now }).execute()
  later(HOUR_MS)
  await identity.work()
  expect(await departureOf(leaver)).toBeUndefined()
})

test('An export that is older than a service waits for it, too', async () => {
  const { person } = await askForExport()
  const scroll = { ...MARKET, name: 'scroll' }
  const finish = async (service: string) => {
    const ctx = { ...atService(service), services: [MARKET, scroll] }
    const { id: taskId, attempt } = (await claimTask(ctx))!
    expect(await finishTask(ctx, { taskId, attempt })).toBe(true)
    return (await findExport({ db: tables() }, person.id))!.readyAt
  }
  expect(await finish('market')).toBeNull()
  expect(await tasksOf('scroll')).toEqual([null])
  expect(await finish('scroll')).toEqual(identity.clock.now)
})

test('Services that take no tasks are named, until they do', async () => {
  await askForExport()
  const unreached = () => listUnreached({ db: tables(), now: () => identity.clock.now })
  later(60_000)
  expect(await unreached()).toEqual({})
  later(1)
  expect(await unreached()).toEqual({ waitingFor: ['market'] })
  // A service that works on a task is running, however long others wait.
  await askForExport()
  await claimTask(atService('market'))
  expect(await unreached()).toEqual({})
})

test('Asking for another copy while a service takes its task does not block the service', async () => {
  const { person, exportId } = await askForExport()
  const taken = await whileWaiting<IdentityTables, unknown>(
    identity,
    'identity',
    () => claimTask(atService('market')),
    async (trx) => {
      await lockPersonForUpdate(trx, person.id)
      await trx.selectFrom('exports').select('id').where('id', '=', exportId).forUpdate().execute()
    },
    (trx) => trx.deleteFrom('exports').where('id', '=', exportId).execute(),
  )
  expect(taken).toBeUndefined()
})

test('A part that is sent twice counts once, and no part is kept after one that did not fit', async () => {
  const { person, exportId } = await askForExport()
  const give = async (service: string, sequence: number, rows: string) => {
    const part = { exportId, service, sequence, name: 'rows', rows }
    await tables()
      .transaction()
      .execute((trx) => keepPart(trx, part))
  }
  await give('market', 0, '1')
  await give('market', 0, '12')
  await give('market', 1, '3')
  expect(await findExport({ db: tables() }, person.id)).toMatchObject({ bytes: 3, cutOff: false })
  await tables()
    .updateTable('exports')
    .set({ bytes: MAX_EXPORT_BYTES - 3 })
    .execute()
  await give('scroll', 0, '1234')
  await give('scroll', 1, '5')
  await give('market', 2, '6')
  const ready = (await findExport({ db: tables() }, person.id))!
  expect(ready).toMatchObject({ cutOff: true, incomplete: ['scroll'] })
  expect(readMe(ready)).toContain('These services are incomplete: scroll.')
  const parts = readParts(tables(), exportId)
  const given = { name: 'rows', service: 'market' }
  expect((await parts.next()).value).toEqual({ ...given, sequence: 0, rows: '12' })
  expect((await parts.next()).value).toEqual({ ...given, sequence: 1, rows: '3' })
  expect((await parts.next()).value).toEqual({ ...given, sequence: 2, rows: '6' })
  await tables().deleteFrom('exports').where('id', '=', exportId).execute()
  await expect(parts.next(), 'an export that is deleted does not just end').rejects.toThrow()
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
