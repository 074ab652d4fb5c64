// Refreshes of one grant whose row is locked: nobody else is affected.
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { sessionsWaiting } from '#test/database.ts'
import { redeemNewGrant } from '#test/grant-story.ts'
import { send, type TestResponse } from '#test/http.ts'
import { PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import { addPerson } from '#test/story.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { registerClient } from '../../subgraphs/identity/domain/clients/client.ts'
import { hashPassword, setPassword } from '../../subgraphs/identity/domain/sign-in/password.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { ask, statusesOf, type Received } from './support/requests.ts'

const REFRESHES = 60
const READS = 30

let system: Attacked
let db: Kysely<IdentityTables>
let client: { client_id: string; client_secret: string }
let attacked: { grantId: string; refreshToken: string }
let oscar: { id: string; token: string; refreshToken: string }
beforeAll(async () => {
  system = await startAttacked()
  db = system.tables<IdentityTables>('identity')
  const ctx = asCommand(db)
  const registered = await registerClient(ctx, {
    name: 'Web',
    kind: 'confidential',
    redirectUris: ['https://app.example/callback'],
    scopes: ['identity'],
    tier: 'authenticated',
  })
  client = { client_id: registered.client.id, client_secret: registered.secret! }
  const signIn = async (identityId: string) => {
    const { grant, refreshToken } = await redeemNewGrant(ctx, {
      identityId,
      clientId: client.client_id,
    })
    return { grantId: grant.id, refreshToken }
  }
  attacked = await signIn(await addPerson(system, 'mallory'))
  const id = await addPerson(system, 'oscar')
  await setPassword({ ...ctx, db }, id, await hashPassword(PASSWORD))
  oscar = { id, token: await system.token(id), ...(await signIn(id)) }
})
afterAll(() => system.stop())

function refresh(refreshToken: string): Promise<TestResponse> {
  return send(`${system.address('identity')}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...client,
    }),
  })
}

test('somebody else can sign in, refresh and read during refreshes of a locked grant', async () => {
  const agent = new Agent({ keepAlive: true })
  const read = () => ask(`${system.address('identity')}/api/me`, { token: oscar.token, agent })
  const { others, refreshes, waiting } = await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await trx
      .selectFrom('grants')
      .select('id')
      .where('id', '=', attacked.grantId)
      .forUpdate()
      .execute()
    const refreshes = Promise.all(
      Array.from({ length: REFRESHES }, () => refresh(attacked.refreshToken)),
    )
    await expect.poll(() => sessionsWaiting(db), TIMEOUT).toBe(1)
    const refreshed = await refresh(oscar.refreshToken)
    const signedIn = await signedInUserAgent(system, { username: 'oscar' }).then(
      () => 'signed in',
      String,
    )
    const reads: Received[] = []
    while (reads.length < READS) reads.push(await read())
    return { others: { refreshed, signedIn, reads }, waiting: await sessionsWaiting(db), refreshes }
  })
  const statuses = Map.groupBy(await refreshes, ({ status }) => status)
  expect(others.refreshed).toMatchObject({ status: 200 })
  expect(others.signedIn).toBe('signed in')
  expect(statusesOf(others.reads)).toEqual(new Set([200]))
  // The refreshes have one connection, however many wait.
  expect(waiting).toBeLessThanOrEqual(1)
  expect(new Set(statuses.keys())).toEqual(new Set([200, 429]))
  for (const { headers, body } of statuses.get(429)!) {
    expect(headers.get('retry-after')).toBe('5')
    expect(body).toMatchObject({ error: 'temporarily_unavailable' })
  }
})
