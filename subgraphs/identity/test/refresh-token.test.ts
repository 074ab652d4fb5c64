// What a refresh costs the database.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { addClient } from '#test/grant-story.ts'
import { startTestSubgraph, type TestSubgraph } from '#test/subgraph.ts'
import { asCommand } from '../command.ts'
import { findGrantByCode, redeemCode } from '../domain/authorization-code.ts'
import { createGrant, type AuditedGranting } from '../domain/grant.ts'
import { rotateRefreshToken } from '../domain/refresh-token.ts'
import type { IdentityTables } from '../tables.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')

let identity: TestSubgraph
let ctx: AuditedGranting
beforeAll(async () => {
  identity = await startTestSubgraph('identity')
  identity.clock.now = NOON
  ctx = { ...asCommand(tables()), now: () => identity.clock.now }
})
afterAll(() => identity.stop())

const tables = () => identity.tables<IdentityTables>('identity')

async function newRefreshToken(): Promise<string> {
  const ada = await identity.join('ada')
  const grant = {
    identityId: ada.id,
    clientId: await addClient(identity, 'web'),
    sessionId: newId('session'),
    scopes: ['identity'],
    redirectUri: 'https://app.example/callback',
    codeChallenge: null,
    nonce: null,
    signedInAt: NOON,
    methods: ['pwd' as const],
  }
  const code = await tables()
    .transaction()
    .execute((trx) => createGrant({ ...ctx, db: trx }, grant))
  const redeemed = await redeemCode(ctx, (await findGrantByCode(ctx, code))!)
  if (typeof redeemed === 'string') throw new Error(`The code is ${redeemed}.`)
  return redeemed.refreshToken
}

/** Updates of grants in this session, and those of them that updated no index (heap-only tuples). */
async function updatesIn(db: Kysely<IdentityTables>) {
  const { rows } = await sql<{ all: number; inPlace: number }>`
    select pg_stat_get_xact_tuples_updated('grants'::regclass) as "all",
      pg_stat_get_xact_tuples_hot_updated('grants'::regclass) as in_place`.execute(db)
  return rows[0]!
}

/** Refreshes, and tells whether no index was updated. */
function refreshOnce(refreshToken: string): Promise<{ next: string; isInPlace: boolean }> {
  const rotation = { key: Buffer.alloc(32), clientId: 'web', refreshToken, scopes: undefined }
  return tables()
    .transaction()
    .execute(async (db) => {
      const before = await updatesIn(db)
      const rotated = await rotateRefreshToken({ ...ctx, db }, rotation)
      const after = await updatesIn(db)
      expect(after.all - before.all).toBe(1)
      return { next: rotated!.refreshToken, isInPlace: after.inPlace > before.inPlace }
    })
}

test('a refresh updates no index, but for the first of a day', async () => {
  const first = await refreshOnce(await newRefreshToken())
  expect(first.isInPlace).toBe(true)
  identity.clock.now = new Date(NOON.getTime() + 3_600_000)
  const second = await refreshOnce(first.next)
  expect(second.isInPlace).toBe(true)
  identity.clock.now = new Date(NOON.getTime() + 86_400_000)
  const third = await refreshOnce(second.next)
  expect(third.isInPlace).toBe(false)
})
