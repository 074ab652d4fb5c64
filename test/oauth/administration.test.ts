// Administrative changes to clients and people take effect at once, and are recorded once.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  allow,
  askOAuth,
  confirmIdentity,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  refresh,
  registerApp,
  signedInUserAgent,
  withSecondFactor,
  type App,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import {
  addAdministrator,
  removeAdministrator,
} from '../../subgraphs/identity/domain/administration/administrator.ts'
import type { AuditEvent, IdentityTables } from '../../subgraphs/identity/tables.ts'
import { linkWallet } from './support/sign-in-methods.ts'

const system = testSystem({ topology: 'over HTTP', settings: { TRUST_PROXY: 'loopback' } })
let ada: Person
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada', { role: 'admin' })
})

const tables = () => system.tables<IdentityTables>('identity')
beforeEach(async () => {
  // Clears failed authentications of other tests.
  await tables().deleteFrom('brakes').execute()
})

/** Runs an administrative mutation through the router and returns its response. */
async function administer(field: string, input: object, selection: string) {
  const type = `${field[0]!.toUpperCase()}${field.slice(1)}Input`
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`
  const token = await ada.token({ scope: 'identity admin' })
  const { body } = await system.graphql(query, { token, variables: { input } })
  expect(body.errors, JSON.stringify(body)).toBeUndefined()
  return body.data[field]
}

const byItself = (app: App, scope = 'identity') =>
  askOAuth(system, app, { grant_type: 'client_credentials', scope })
const confidential = () =>
  registerApp(system, { kind: 'confidential', scopes: ['identity', 'wallet', 'admin'] })

const INVALID_CLIENT = { status: 401, body: { error: 'invalid_client' } }

const events = (): Promise<AuditEvent[]> =>
  tables().selectFrom('auditEvents').selectAll().orderBy('at').orderBy('id').execute()

async function eventsOf({ id }: Person): Promise<AuditEvent[]> {
  const all = await events()
  return all.filter(({ identityId }) => identityId === id)
}

async function liveGrants(clientId: string): Promise<string[]> {
  const live = await tables()
    .selectFrom('grants')
    .select('id')
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null)
    .execute()
  return live.map(({ id }) => id)
}

test('a client that an administrator registers gets tokens by its secret', async () => {
  const { client, secret } = await administer(
    'registerClient',
    {
      name: 'Console',
      kind: 'confidential',
      redirectUris: [],
      scopes: ['identity', 'admin'],
      tier: 'partner',
    },
    'client { id } secret',
  )
  const app = { id: client.id as string, secret: secret as string, redirectUri: '' }
  expect(await byItself(app)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
})

test('A disabled client gets nothing more, in any way', async () => {
  const app = await confidential()
  const grace = await joinWithPassword(system, 'grace')
  const userAgent = await signedInUserAgent(system, grace)
  const { refresh_token } = await obtainTokens(system, app, grace, {}, userAgent)
  const { code = '' } = await allow(system, app, grace, {}, userAgent)

  await administer('disableClient', { id: app.id }, 'id')
  const redemption = { code, redirect_uri: app.redirectUri }
  for (const response of [
    await refresh(system, app, refresh_token),
    await askOAuth(system, app, { grant_type: 'authorization_code', ...redemption }),
    await byItself(app),
    await askOAuth(system, app, {}, 'par'),
  ]) {
    expect(response).toMatchObject(INVALID_CLIENT)
  }
  expect(await liveGrants(app.id)).toEqual([])
  await expect(allow(system, app, grace, {}, userAgent)).rejects.toThrow('400')
})

const ADD_COURSE = `mutation {
  addCourse(
    input: { title: "Tides", description: "When.", lessons: 1, duration: "a moon", skillPoints: 1 }
  ) { id }
}`

test('A new administrator gets the scope, and a former one is refused at once', async () => {
  const app = await registerApp(system, { scopes: ['identity', 'admin'] })
  const tony = await withSecondFactor(system, await joinWithPassword(system, 'tony'))
  const userAgent = await signedInUserAgent(system, tony)
  const scope = 'identity admin'
  expect(await allow(system, app, tony, { scope }, userAgent)).toMatchObject({
    error: 'invalid_scope',
  })

  const ctx = asCommand(tables())
  await addAdministrator(ctx, tony.username)
  const { access_token: token } = await obtainTokens(system, app, tony, { scope }, userAgent)
  /** The error codes of administrative calls to the ID service and to another service. */
  const refusals = async () => {
    const responses = await Promise.all(
      ['{ clients { totalCount } }', ADD_COURSE].map((query) => system.graphql(query, { token })),
    )
    return responses.map(({ body }) => body.errors?.[0].extensions as unknown)
  }
  expect(await refusals()).toEqual([undefined, undefined])
  await removeAdministrator(ctx, tony.username)
  const refused = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'role' } }
  expect(await refusals()).toEqual([refused, refused])
  expect(await allow(system, app, tony, { scope }, userAgent)).toMatchObject({
    error: 'invalid_scope',
  })
})

const RENAME = 'mutation ($input: UpdateUsernameInput!) { updateUsername(input: $input) { id } }'

/** Moves the last change of the username thirty days back. */
const passThirtyDays = ({ id }: Person) =>
  system
    .tables<IdentityTables>('identity')
    .updateTable('identities')
    .set({ usernameChangedAt: null })
    .where('id', '=', id)
    .execute()

test('a username changed at the account page, in REST or in GraphQL is recorded once', async () => {
  const barbara = await joinWithPassword(system, 'barbara')
  const userAgent = await signedInUserAgent(system, barbara)
  const page = await userAgent.open(`${system.address('identity')}/account`)
  await userAgent.submit(page, '/account/username', { username: 'barbara_1' })
  const token = await barbara.token()
  await passThirtyDays(barbara)
  await system.fetch(`${system.address('identity')}/api/me/username`, {
    method: 'PATCH',
    token,
    headers: { 'content-type': 'application/json', 'x-request-id': 'by-rest' },
    body: JSON.stringify({ username: 'barbara_2' }),
  })
  await passThirtyDays(barbara)
  const variables = { input: { username: 'barbara_3' } }
  await system.graphql(RENAME, { token, variables, headers: { 'x-request-id': 'by-graphql' } })
  const changes = (await eventsOf(barbara)).filter(({ kind }) => kind === 'username_changed')
  expect(changes.map(({ clientId, requestId, details }) => [clientId, requestId, details])).toEqual(
    [
      ['account', expect.any(String), { before: 'barbara', username: 'barbara_1' }],
      ['test-client', 'by-rest', { before: 'barbara_1', username: 'barbara_2' }],
      ['test-client', 'by-graphql', { before: 'barbara_2', username: 'barbara_3' }],
    ],
  )
})

test('the recorded address is that of the caller, over every API, and not one that it claims', async () => {
  const donald = await system.join('donald')
  const token = await donald.token()
  const rename = async (at: string, username: string, headers: object) => {
    await passThirtyDays(donald)
    await system.graphql(RENAME, { token, at, headers, variables: { input: { username } } })
  }
  // The router trusts the proxy's address, and the service trusts the router's.
  await rename('router', 'donald_1', { 'x-forwarded-for': '203.0.113.9' })
  await rename('identity', 'donald_2', { 'x-forwarded-for': '203.0.113.10' })
  await rename('identity', 'donald_3', { 'x-caller-address': '203.0.113.11' })
  expect((await eventsOf(donald)).map(({ address }) => address)).toEqual([
    '203.0.113.9',
    '203.0.113.10',
    '127.0.0.1',
  ])
})

test('a wallet linked and unlinked at the account page is recorded once each', async () => {
  const ken = await joinWithPassword(system, 'ken')
  const userAgent = await signedInUserAgent(system, ken)
  const open = () => userAgent.open(`${system.address('identity')}/account/security`)
  const page = await confirmIdentity(system, userAgent)
  expect((await linkWallet(userAgent, page)).status).toBe(200)
  await userAgent.submit(await open(), '/account/wallets/unlink')
  const kinds = (await eventsOf(ken)).map(({ kind }) => kind)
  expect(kinds).toEqual(['sign_in', 'sign_in', 'wallet_linked', 'wallet_unlinked'])
})

test('no secret is in the audit trail', async () => {
  const app = await confidential()
  const margaret = await joinWithPassword(system, 'margaret')
  const userAgent = await signedInUserAgent(system, margaret)
  const { access_token, refresh_token } = await obtainTokens(system, app, margaret, {}, userAgent)
  const refreshed = await refresh(system, app, refresh_token)
  const { code } = await allow(system, app, margaret, {}, userAgent)
  const { secret } = await administer('rotateClientSecret', { id: app.id }, 'secret')
  const { key } = await administer('createAdminKey', { name: 'office' }, 'key')
  // Rejections are recorded as well: a wrong secret, a code of another client.
  await byItself({ ...app, secret: 'a guessed secret' })
  const fields = { grant_type: 'authorization_code', redirect_uri: app.redirectUri }
  await askOAuth(system, { ...app, secret }, { ...fields, code: `${code}x` })
  await askOAuth(system, { ...app, secret }, { token: refreshed.body.refresh_token }, 'revoke')
  await administer('disableClient', { id: app.id }, 'id')

  const responses = [
    PASSWORD,
    app.secret,
    secret,
    'a guessed secret',
    key,
    code,
    access_token,
    refresh_token,
    refreshed.body.access_token,
    refreshed.body.refresh_token,
    ...userAgent.cookies.values(),
  ] as string[]
  const all = await events()
  expect(all.length).toBeGreaterThan(8)
  const trail = JSON.stringify(all)
  for (const each of responses) {
    expect(each.length).toBeGreaterThan(8)
    expect(trail).not.toContain(each)
  }
})
