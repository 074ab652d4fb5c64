// A process that goes on after another one has taken its work over does not touch that work.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import type { FinishedTask } from '#foundation/service/personal-data-work.ts'
import { addClient } from '#test/grant-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import { addMissingTasks } from '../domain/departure/service-tasks.ts'
import { claimDueNotices, settleNotice } from '../domain/grants/logout-notice.ts'
import { claimMail, dropMail, postponeMail, queueMail } from '../domain/mail/mail-outbox.ts'
import { addExportPart, claimTask, finishTask } from '../domain/personal-data/personal-data-task.ts'
import { composeMail } from '../mail/messages.ts'
import type { IdentityTables, Mail } from '../tables.ts'

const HOUR_MS = 3_600_000

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada')
  await addClient(identity, 'app')
  const address = { identityId: ada.id, address: 'ada@example.org', verifiedAt: new Date() }
  await db().insertInto('emailAddresses').values(address).execute()
})
beforeEach(async () => {
  for (const table of ['exports', 'mailOutbox'] as const) await db().deleteFrom(table).execute()
})

const db = () => identity.tables<IdentityTables>('identity')
const ctx = () =>
  ({
    db: db(),
    now: () => identity.clock.now,
    service: 'market',
    services: [{ name: 'market', holdsPersonalData: true, hasEvents: false, nodes: {} }],
    settings: { issuer: 'https://id.example' },
  }) as unknown as IdentityContext

interface Lease<Claimed> {
  add: () => Promise<unknown>
  claim: () => Promise<Claimed | undefined>
  /** The table that the holder writes at the end. */
  table: string
  write: (claimed: Claimed) => Promise<unknown>
}

const lease = <Claimed>(name: string, of: Lease<Claimed>) => ({ name, ...(of as Lease<unknown>) })

const mail = {
  add() {
    const details = { identityId: ada.id }
    return queueMail(ctx(), { kind: 'password_reset', identityId: null, address: null, details })
  },
  claim: () => claimMail(ctx()),
  table: 'mailOutbox',
}
const compose = (own: Mail) => composeMail(ctx(), own).catch(() => undefined)

const notice = {
  add() {
    const times = { createdAt: identity.clock.now, nextAttemptAt: identity.clock.now }
    const row = { id: newId('logout'), clientId: 'app', identityId: ada.id, sid: 's', ...times }
    return db().insertInto('logoutNotices').values(row).execute()
  },
  claim: async () => (await claimDueNotices(ctx(), 1))[0],
  table: 'logoutNotices',
}

const task = {
  async add() {
    const at = identity.clock.now
    const row = { id: newId('export'), identityId: ada.id, askedAt: at, expiresAt: at }
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto('exports').values(row).execute()
        await addMissingTasks({ ...ctx(), db: trx }, { exportId: row.id })
      })
  },
  claim: async () => {
    const claimed = await claimTask(ctx())
    return claimed && { taskId: claimed.id, attempt: claimed.attempt }
  },
}
const addPart = (own: FinishedTask) =>
  addExportPart(ctx(), { ...own, sequence: 0, name: 'rows', rows: '1' })

const LEASES = [
  lease('the link of a mail', { ...mail, table: 'passwordResets', write: compose }),
  lease('a mail that cannot be sent', { ...mail, write: (own) => postponeMail(ctx(), own) }),
  lease('a mail that is sent or refused', { ...mail, write: (own) => dropMail(ctx(), own) }),
  lease('a logout notice', { ...notice, write: (own) => settleNotice(ctx(), own) }),
  lease('a part of an export', { ...task, table: 'exportParts', write: addPart }),
  lease('the end of a task', { ...task, table: 'exports', write: (own) => finishTask(ctx(), own) }),
]

test.each(LEASES)(
  'A slow process leaves $name to the process that has taken it over',
  async ({ add, claim, table, write }) => {
    const rows = async () => (await sql`select * from ${sql.table(table)}`.execute(db())).rows
    await add()
    const slow = await claim()
    identity.clock.now = new Date(identity.clock.now.getTime() + HOUR_MS)
    const other = await claim()
    const taken = await rows()
    await write(slow)
    expect(await rows()).toEqual(taken)
    await write(other)
    expect(await rows()).not.toEqual(taken)
  },
)
