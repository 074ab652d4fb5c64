// An export waits for every service, and keeps each part once.
import { expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { whileWaiting } from '#test/erasure.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { addMissingTasks } from '../../domain/departure/service-tasks.ts'
import { listUnreached } from '../../domain/departure/unreached-service.ts'
import { lockPersonForUpdate } from '../../domain/people/person.ts'
import {
  findExport,
  keepPart,
  MAX_EXPORT_BYTES,
  readParts,
} from '../../domain/personal-data/export.ts'
import { claimTask, finishTask } from '../../domain/personal-data/personal-data-task.ts'
import { readMe } from '../../pages/account/export-download.ts'
import type { IdentityTables } from '../../tables.ts'
import { DAY_MS, departuresAt, newName } from './story.ts'

const identity = testSubgraph('identity')
const { tables, later, tasksOf } = departuresAt(identity)
const MARKET = { name: 'market', holdsPersonalData: true, hasEvents: false, nodes: {} }

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
