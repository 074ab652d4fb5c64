// Rotations of refresh tokens: their cost for the database, and rotations that run together.
import { sql, type Kysely } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { addClient, redeemNewGrant } from '#test/grant-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import type { AuditedGrantContext } from '../domain/grants/grant.ts'
import { rotateRefreshToken } from '../domain/authorization/token-rotation.ts'
import type { IdentityTables } from '../tables.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')
const HOUR_MS = 3_600_000
const KEY = Buffer.alloc(32)

const identity = testSubgraph('identity')
let ada: Person
let ctx: AuditedGrantContext
beforeAll(async () => {
  ada = await identity.join('ada')
  ctx = { ...asCommand(tables()), now: () => identity.clock.now }
  await addClient(identity, 'web')
})
beforeEach(() => {
  identity.clock.now = NOON
})

const tables = () => identity.tables<IdentityTables>('identity')
const later = (ms: number) => new Date(NOON.getTime() + ms)

interface Session {
  grantId: string
  refreshToken: string
}

async function newSession(): Promise<Session> {
  const about = { identityId: ada.id, clientId: 'web', scopes: ['identity', 'wallet'] }
  const { grant, refreshToken } = await redeemNewGrant(ctx, about)
  return { grantId: grant.id, refreshToken }
}

const newSessions = (count: number) => Promise.all(Array.from({ length: count }, newSession))

interface Asked {
  refreshToken: string
  clientId?: string
  scopes?: string[]
}

const rotate = ({ refreshToken, clientId = 'web', scopes }: Asked, as = ctx) =>
  rotateRefreshToken(as, { key: KEY, clientId, refreshToken, scopes })

/** Rotates tokens in one turn of the event loop and returns the ids of the grants. */
async function rotateAtOnce(asked: readonly Asked[], as = ctx): Promise<(string | undefined)[]> {
  const rotated = await Promise.all(asked.map((each) => rotate(each, as)))
  return rotated.map((each) => each?.grant.id)
}

/** The audit entries of refreshes of these grants, with the transaction that wrote each. */
async function refreshesOf(sessions: readonly Session[]) {
  const ids = sessions.map(({ grantId }) => grantId)
  const { rows } = await sql<{ transaction: string; details: object }>`
    select xmin::text as transaction, details from audit_events
    where details ->> 'grantType' = 'refresh_token' and details ->> 'grantId' = any(${ids})`.execute(
    tables(),
  )
  return rows
}

const writesOf = async (sessions: readonly Session[]) =>
  new Set((await refreshesOf(sessions)).map(({ transaction }) => transaction)).size

/** The number of updates of grants in this session, and of those that updated no index (heap-only tuples). */
async function updatesIn(db: Kysely<IdentityTables>) {
  const { rows } = await sql<{ all: number; inPlace: number }>`
    select pg_stat_get_xact_tuples_updated('grants'::regclass) as "all",
      pg_stat_get_xact_tuples_hot_updated('grants'::regclass) as in_place`.execute(db)
  return rows[0]!
}

/** Rotates a token. `isInPlace` is true if no index was updated. */
function rotateOnce(refreshToken: string): Promise<{ next: string; isInPlace: boolean }> {
  return tables()
    .transaction()
    .execute(async (db) => {
      const before = await updatesIn(db)
      const rotated = await rotate({ refreshToken }, { ...ctx, db })
      const after = await updatesIn(db)
      expect(after.all - before.all).toBe(1)
      return { next: rotated!.refreshToken, isInPlace: after.inPlace > before.inPlace }
    })
}

test('a rotation updates no index, except the first of a day', async () => {
  const { refreshToken } = await newSession()
  const first = await rotateOnce(refreshToken)
  expect(first.isInPlace).toBe(true)
  identity.clock.now = later(HOUR_MS)
  const second = await rotateOnce(first.next)
  expect(second.isInPlace).toBe(true)
  identity.clock.now = later(24 * HOUR_MS)
  const third = await rotateOnce(second.next)
  expect(third.isInPlace).toBe(false)
})

test('Simultaneous rotations are one write, with the same results as alone', async () => {
  const sessions = await newSessions(10)
  const asked = sessions.map(({ refreshToken }, index) =>
    index % 2 ? { refreshToken, scopes: ['wallet'] } : { refreshToken },
  )
  const together = await Promise.all(asked.map((each) => rotate(each)))
  expect(await writesOf(sessions)).toBe(1)
  const grant = { identityId: ada.id, clientId: 'web', scopes: ['identity', 'wallet'] }
  expect(together.map((each) => each?.grant)).toEqual(
    sessions.map(({ grantId }) => expect.objectContaining({ ...grant, id: grantId })),
  )
  const details = (await refreshesOf(sessions)).map((each) => each.details)
  expect(details).toHaveLength(10)
  expect(details).toEqual(
    expect.arrayContaining(
      sessions.map(({ grantId }, index) => ({
        grantType: 'refresh_token',
        grantId,
        scopes: index % 2 ? ['wallet'] : ['identity', 'wallet'],
      })),
    ),
  )
  const again = await rotateAtOnce(together.map((each) => each!))
  expect(again).toEqual(sessions.map(({ grantId }) => grantId))
})

test('An invalid token does not affect its neighbours', async () => {
  const sessions = await newSessions(6)
  const [good, used, ended, expired, foreign, narrow] = sessions as [Session, ...Session[]]
  await rotate(used!)
  const end = (grantId: string, columns: object) =>
    tables().updateTable('grants').set(columns).where('id', '=', grantId).execute()
  await end(ended!.grantId, { endedAt: NOON })
  await end(expired!.grantId, { expiresAt: NOON })
  const rotated = await rotateAtOnce([
    used!,
    ended!,
    { refreshToken: `${'x'.repeat(22)}.${'x'.repeat(43)}` },
    good,
    expired!,
    { ...foreign!, clientId: 'other' },
    { ...narrow!, scopes: ['identity', 'credentials'] },
  ])
  expect(rotated.filter((id) => id !== undefined)).toEqual([good.grantId])
  expect(rotated[3]).toBe(good.grantId)
  expect(await refreshesOf(sessions)).toHaveLength(2)
})

test('A value that the database rejects does not affect its neighbours', async () => {
  const sessions = await newSessions(3)
  await sql`
    alter table audit_events add constraint no_moon check (address <> 'moon')`.execute(tables())
  const fromMoon = rotate(sessions[1]!, { ...ctx, address: 'moon' })
  const others = rotateAtOnce([sessions[0]!, sessions[2]!])
  await expect(fromMoon).rejects.toThrow('no_moon')
  expect(await others).toEqual([sessions[0]!.grantId, sessions[2]!.grantId])
  await sql`alter table audit_events drop constraint no_moon`.execute(tables())
  expect(await rotateAtOnce([sessions[1]!])).toEqual([sessions[1]!.grantId])
})

test('a rotation waits for a locked grant, and its neighbours do not', async () => {
  const sessions = await newSessions(3)
  let isOver = false
  let locked: Promise<string | undefined> | undefined
  await tables()
    .transaction()
    .execute(async (db) => {
      await db
        .selectFrom('grants')
        .where('id', '=', sessions[1]!.grantId)
        .select('id')
        .forUpdate()
        .execute()
      const [first, second, third] = sessions.map(
        async (session) => (await rotate(session))?.grant.id,
      )
      locked = second!.finally(() => expect(isOver).toBe(true))
      expect(await Promise.all([first, third])).toEqual([
        sessions[0]!.grantId,
        sessions[2]!.grantId,
      ])
      isOver = true
    })
  expect(await locked).toBe(sessions[1]!.grantId)
})

test('A token that is sent twice at once is rotated once', async () => {
  const sessions = await newSessions(5)
  const rotated = await rotateAtOnce([...sessions, ...sessions])
  expect(rotated.filter((id) => id !== undefined).toSorted()).toEqual(
    sessions.map(({ grantId }) => grantId).toSorted(),
  )
  expect(await refreshesOf(sessions)).toHaveLength(5)
})

test('two processes rotate the same tokens in opposite orders (deadlock)', async () => {
  const elsewhere = openDatabase<IdentityTables>(identity.databaseUrl, 'identity', testLog)
  try {
    for (let turn = 0; turn < 5; turn += 1) {
      // More than one write takes.
      const sessions = await newSessions(60)
      const [here, there] = await Promise.all([
        rotateAtOnce(sessions),
        rotateAtOnce(sessions.toReversed(), { ...ctx, db: elsewhere }),
      ])
      const rotated = [...here, ...there].filter((id) => id !== undefined)
      expect(rotated.toSorted()).toEqual(sessions.map(({ grantId }) => grantId).toSorted())
      expect(await refreshesOf(sessions)).toHaveLength(60)
    }
  } finally {
    await elsewhere.destroy()
  }
})
