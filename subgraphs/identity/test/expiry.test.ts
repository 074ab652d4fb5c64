// Expired rows are deleted after their time, and no others.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whileWaiting } from '#test/erasure.ts'
import { addClient } from '#test/grant-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { AUDIT_RETENTION_DAYS } from '../domain/maintenance/expiry.ts'
import type { IdentityTables } from '../tables.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')
const DAY_MS = 86_400_000

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada')
  await addClient(identity, 'web')
})
beforeEach(() => {
  identity.clock.now = NOON
})

const tables = () => identity.tables<IdentityTables>('identity')
const hash = (text: string) => Buffer.from(text.padEnd(32))
const at = (ms: number) => new Date(NOON.getTime() + ms)

/** For each table with an end: how long a row is kept after it, and how to add one. */
const OVER: Record<string, { keptMs: number; add: (key: string, end: Date) => Promise<unknown> }> =
  {
    sessions: {
      keptMs: 0,
      add: (id, expiresAt) => {
        const before = at(-1_000)
        const times = {
          signedInAt: before,
          authenticatedAt: before,
          lastSeenAt: before,
          expiresAt,
        }
        const about = {
          identityId: ada.id,
          method: 'password' as const,
          methods: ['pwd' as const],
          userAgent: '',
          address: '',
        }
        const session = { id, tokenHash: hash(id), ...about, ...times }
        return tables().insertInto('sessions').values(session).execute()
      },
    },
    brakes: {
      keptMs: 0,
      add: (key, until) =>
        tables().insertInto('brakes').values({ key, attempts: 1, until }).execute(),
    },
    pushed_requests: {
      keptMs: 0,
      add: (key, expiresAt) =>
        tables()
          .insertInto('pushedRequests')
          .values({ handleHash: hash(key), clientId: 'web', parameters: '{}', expiresAt })
          .execute(),
    },
    passkey_challenges: {
      keptMs: 0,
      add: (key, expiresAt) =>
        tables()
          .insertInto('passkeyChallenges')
          .values({ challengeHash: hash(key), askerHash: hash('browser'), expiresAt })
          .execute(),
    },
    username_reservations: {
      keptMs: 0,
      add: (username, until) =>
        tables()
          .insertInto('usernameReservations')
          .values({ username, identityId: ada.id, until })
          .execute(),
    },
    wallet_challenges: {
      keptMs: 0,
      add: (key, expiresAt) =>
        tables()
          .insertInto('walletChallenges')
          .values({
            messageHash: hash(key),
            purpose: 'link',
            askedBy: ada.id,
            address: '',
            chainId: 1,
            expiresAt,
          })
          .execute(),
    },
    grants: {
      keptMs: DAY_MS,
      add: async (key, end) => {
        const far = at(365 * DAY_MS)
        const common = { clientId: 'web', scopes: ['identity'], createdAt: at(-1_000) }
        const ended = { ...common, id: `ended ${key}`, endedAt: end, expiresAt: far }
        const expired = { ...common, id: `expired ${key}`, endedAt: null, expiresAt: end }
        await tables().insertInto('grants').values([ended, expired]).execute()
      },
    },
    audit_events: {
      keptMs: AUDIT_RETENTION_DAYS * DAY_MS,
      add: (id, moment) => {
        const event = { id, at: moment, kind: 'sign_in' as const, address: '', requestId: '' }
        return tables()
          .insertInto('auditEvents')
          .values({ ...event, details: '{}' })
          .execute()
      },
    },
  }

async function sizeOf(table: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`select count(*) as size from ${sql.table(table)}`
    // oxlint-disable-next-line typescript/no-unsafe-argument
    .execute(tables())
  return rows[0]!.size
}

test('the audit trail is kept for 180 days', () => {
  expect(AUDIT_RETENTION_DAYS).toBe(180)
})

test.each(Object.keys(OVER))(
  'Rows of %s are deleted when they expire, and not before',
  async (table) => {
    const { add, keptMs } = OVER[table]!
    await add('old', at(0))
    const many = await sizeOf(table)
    await add('young', at(1))

    identity.clock.now = at(keptMs - 1)
    await identity.work()
    expect(await sizeOf(table)).toBe(2 * many)

    identity.clock.now = at(keptMs)
    await identity.work()
    expect(await sizeOf(table)).toBe(many)

    identity.clock.now = at(keptMs + 1)
    await identity.work()
    expect(await sizeOf(table)).toBe(0)
  },
)

test('One round deletes all expired rows, however many there are', async () => {
  const events = Array.from({ length: 2_001 }, (_, index) => ({
    id: `audit_${index}`,
    at: at(-181 * DAY_MS),
    kind: 'sign_in' as const,
    address: '',
    requestId: '',
    details: '{}',
  }))
  await tables().insertInto('auditEvents').values(events).execute()
  await identity.work()
  expect(await sizeOf('audit_events')).toBe(0)
})

test('A row that is renewed while expired ones are deleted stays', async () => {
  await OVER.brakes!.add('renewed', at(-1))
  await whileWaiting<IdentityTables, void>(
    identity,
    'identity',
    () => identity.work(),
    (trx) =>
      trx
        .updateTable('brakes')
        .set({ until: at(DAY_MS) })
        .execute(),
  )
  expect(await sizeOf('brakes')).toBe(1)
  await tables().deleteFrom('brakes').execute()
})

test('A round that is stopped deletes nothing more', async () => {
  await OVER.brakes!.add('left', at(-1))
  await identity.work(AbortSignal.abort())
  expect(await sizeOf('brakes')).toBe(1)
})
