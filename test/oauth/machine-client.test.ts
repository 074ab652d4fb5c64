// Machine clients have only the scopes that an administrator granted them as such.
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askOAuth, expectRefusal, registerApp, type App } from '#test/oauth.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

let system: TestSystem
beforeAll(async () => void (system = await startTestSystem()))
afterAll(() => system.stop())

const ask = (app: App, scope?: string) =>
  askOAuth(system, app, { grant_type: 'client_credentials', scope })

const register = (machineScopes: string[] | null, scopes = ['identity']) =>
  registerApp(system, { kind: 'confidential', redirectUris: [], scopes, machineScopes })

test('a machine client with the scope identity reads, and administers nothing', async () => {
  const app = await register(['identity', 'credentials'])
  const { body } = await ask(app, 'identity')
  const token = body.access_token as string
  expect(decodeJwt(token)).toMatchObject({ sub: app.id, scope: 'identity' })
  expect(body).not.toHaveProperty('refresh_token')
  const quests = await system.fetch(`${system.address('path')}/api/quests`, { token })
  expect(quests.status).toBe(200)
  const clients = await system.graphql('{ clients { totalCount } }', { token })
  expect(clients.body.errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
})

test.each(['admin', 'wallet', 'identity admin', 'openid', 'profile', 'offline_access', ''])(
  'a machine client that was granted identity alone gets no token for "%s"',
  async (scope) => {
    // Scopes that it can request from people do not apply.
    const app = await register(['identity'], ['identity', 'wallet', 'admin', 'openid'])
    const response = await ask(app, scope)
    if (scope === '') expect(decodeJwt(response.body.access_token as string).scope).toBe('identity')
    else expectRefusal(response, 'invalid_scope')
  },
)

test('a machine client without a grant acts for itself only if it may have admin', async () => {
  expectRefusal(await ask(await register(null)), 'unauthorized_client')
  expectRefusal(await ask(await register([], ['identity', 'admin'])), 'unauthorized_client')
  expect((await ask(await register(null, ['identity', 'admin']), 'admin')).status).toBe(200)
})

test('a machine client that was granted admin administers, whatever it may ask people for', async () => {
  const { body } = await ask(await register(['identity', 'admin']), 'identity admin')
  const token = body.access_token as string
  const clients = await system.graphql('{ clients { totalCount } }', { token })
  expect(clients.body.data.clients.totalCount).toBeGreaterThan(0)
})

test.each<[string, string[]]>([
  ['without admin', ['identity']],
  ['that may ask people for admin', ['identity', 'admin']],
])('a machine client %s sees no tokens of others', async (_name, scopes) => {
  const app = await register(['identity'], scopes)
  const other = await register(['identity'])
  const { body } = await ask(other)
  const seen = await askOAuth(system, app, { token: body.access_token as string }, 'introspect')
  expect(seen.body).toEqual({ active: false })
})

test('a public client is granted no scopes of its own', async () => {
  await expect(registerApp(system, { machineScopes: ['identity'] })).rejects.toMatchObject({
    extensions: { details: { field: 'machineScopes' } },
  })
  await expect(register(['openid'])).rejects.toMatchObject({
    extensions: { details: { field: 'machineScopes' } },
  })
})
