// A person leaves step by step: who may, when each step comes, and what it waits for.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '#foundation/database/database.ts'
import { sessionsWaiting } from '#test/database.ts'
import { whileWaiting } from '#test/erasure.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityContext } from '../../context.ts'
import { disableAccount } from '../../domain/accounts/account-change.ts'
import {
  addAdministrator,
  dismissAdministrator,
  removeAdministrator,
} from '../../domain/administration/administrator.ts'
import { reportWaiting } from '../../domain/departure/waiting-departure.ts'
import { lockPersonForUpdate } from '../../domain/people/person.ts'
import type { IdentityTables } from '../../tables.ts'
import { DAY_MS, departuresAt, HOUR_MS, newName } from './story.ts'

const identity = testSubgraph('identity')
const { tables, command, later, leave, departureOf, rowOf, tasksOf, letThemLeave } =
  departuresAt(identity)

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

/** Deletes a service's tasks, as if a process from before the service existed had added them. */
const forget = (service: string) =>
  tables().deleteFrom('personalDataTasks').where('service', '=', service).execute()

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
