// Apps in the administrators' console.
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { registerApp } from '#test/oauth.ts'
import { linkOf } from '#test/user-agent.ts'
import { expectPage } from '../support/page-headers.ts'
import { adminConsole } from './story.ts'

const { system, address, db, console_, send } = adminConsole()

test('An app is registered, shows its secret once, is changed and is disabled', async () => {
  const values = { name: 'Harbour', tier: 'authenticated' }
  const registered = { ...values, kind: 'confidential' }
  const wrong = await send('/admin/clients/new', { ...registered, redirectUris: 'ftp://x' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toMatch(/Redirect URI 1 [^<]+/)
  expect(wrong.body).toContain('id="scopes-error"')
  const redirectUris = 'https://harbour.example/callback\nhttps://harbour.example/other'
  const shown = await send('/admin/clients/new', {
    ...registered,
    redirectUris,
    'scope-identity': 'on',
  })
  const [id, secret] = [...String(shown.body).matchAll(/<code>([^<]+)<\/code>/g)].map(
    ([, text]) => text!,
  )
  expect(linkOf(shown, 'I have saved it')).toBe(address(`/admin/clients/${id}`))
  const tokenOf = (client_secret: string) =>
    system.fetch(address('/api/oauth/token'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret }),
    })
  // It has no scopes as a machine client, but it is authenticated.
  expect((await tokenOf(secret!)).body).toMatchObject({ error: 'unauthorized_client' })
  const shownAgain = await console_.get(address(`/admin/clients/${id}`))
  expect(shownAgain.body).toContain('https://harbour.example/callback')
  expect(shownAgain.body).not.toContain(secret)
  expect(shownAgain.body).not.toContain('may call every service')
  const { id: publicId } = await registerApp(system)
  const open = await console_.get(address(`/admin/clients/${publicId}`))
  expect(open.body).toContain('may call every service')
  const changed = await send(
    `/admin/clients/${id}`,
    {
      ...values,
      name: 'Harbour 2',
      redirectUris: 'https://harbour.example/new',
      'scope-identity': 'on',
    },
    `/admin/clients/${id}`,
  )
  expect(changed.body).toContain('The app is changed.')
  const stored = db().selectFrom('clients').select(['name', 'redirectUris']).where('id', '=', id!)
  expect(await stored.executeTakeFirst()).toEqual({
    name: 'Harbour 2',
    redirectUris: ['https://harbour.example/new'],
  })
  await send(`/admin/clients/${id}/rotate-secret`)
  expect((await tokenOf(secret!)).body).toMatchObject({ error: 'invalid_client' })
  const gone = await send(`/admin/clients/${id}/disable`)
  expect(gone.body).toContain('The app is disabled')
  const events = db().selectFrom('auditEvents').select('kind').where('clientId', '=', id!)
  expect((await events.orderBy('at').execute()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'client_registered',
      'client_changed',
      'client_secret_rotated',
      'client_disabled',
    ]),
  )
})

test('An app has in the console all that the command registers, and each error stands beside its field', async () => {
  const jwks = { keys: [await exportJWK((await generateKeyPair('ES256')).publicKey)] }
  const fields = {
    name: 'Machine',
    kind: 'confidential',
    redirectUris: 'https://machine.example/callback',
    'scope-identity': 'on',
    deviceFlow: 'on',
    'machine-scope-credentials': 'on',
    jwks: JSON.stringify(jwks),
    backchannelLogoutUri: 'https://machine.example/logout',
    idTokenSignedResponseAlg: 'ES256',
    tier: 'partner',
  }
  for (const [wrong, field, error] of [
    [
      { jwks: '{"keys": 1}' },
      'jwks',
      'The key set must be {&quot;keys&quot;: […]} with 1 to 10 keys.',
    ],
    [{ jwks: 'no JSON' }, 'jwks', 'The key set must be'],
    // As long as the field allows: browsers send two characters per line break.
    [{ jwks: '"a",\r\n'.repeat(1_638) }, 'jwks', 'The key set must be'],
    [
      { jwks: JSON.stringify({ keys: [{ kty: 'oct' }] }) },
      'jwks',
      'Key 1 must be a key of the type RSA or EC.',
    ],
    [
      { backchannelLogoutUri: 'http://machine.example/' },
      'backchannelLogoutUri',
      'The URI must be https, or http on loopback.',
    ],
    [
      { kind: 'public' },
      'machineScopes',
      'What it may do for itself is for confidential clients alone.',
    ],
    [
      { redirectUris: 'https://machine.example/callback '.repeat(21) },
      'redirectUris',
      'The list of redirect URIs must',
    ],
  ] as const) {
    const refused = await send('/admin/clients/new', { ...fields, ...wrong })
    expectPage(refused, 400)
    expect(refused.body).toMatch(new RegExp(`id="${field}-error"><strong>Error:</strong> `))
    expect(refused.body).toContain(error)
    expect(refused.body).toMatch(new RegExp(`role="alert">.*<a href="#${field}">`, 's'))
    expect(refused.body).toMatch(new RegExp(`id="${field}"`))
    expect(refused.body).toContain('value="Machine"')
  }
  const shown = await send('/admin/clients/new', fields)
  expect(shown.body).toContain('It has no secret: it signs with its keys.')
  const [, id] = /<code>(client_[^<]+)<\/code>/.exec(String(shown.body))!
  const stored = async () => {
    const {
      createdAt: _,
      disabledAt: __,
      id: ___,
      secretHash,
      ...client
    } = await db().selectFrom('clients').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
    return { client, secretHash }
  }
  const registered = {
    name: 'Machine',
    kind: 'confidential',
    redirectUris: ['https://machine.example/callback'],
    scopes: ['identity'],
    tier: 'partner',
    idTokenSignedResponseAlg: 'ES256',
    deviceFlow: true,
    machineScopes: ['credentials'],
    jwks,
    backchannelLogoutUri: 'https://machine.example/logout',
  }
  const before = await stored()
  expect(before.client).toEqual(registered)
  // A form that is sent as shown changes nothing.
  const path = `/admin/clients/${id}`
  const { kind: _, ...same } = fields
  await send(path, same, path)
  expect(await stored()).toEqual(before)
  const { deviceFlow: __, 'machine-scope-credentials': ___, ...fewer } = same
  const wrong = await send(path, { ...fewer, jwks: 'x', backchannelLogoutUri: 'x' }, path)
  expectPage(wrong, 400)
  for (const field of ['jwks', 'backchannelLogoutUri']) {
    expect(wrong.body).toContain(`id="${field}-error"`)
  }
  const changed = await send(
    path,
    {
      ...fewer,
      jwks: '',
      backchannelLogoutUri: '',
      idTokenSignedResponseAlg: 'RS256',
      tier: 'authenticated',
      'scope-wallet': 'on',
    },
    path,
  )
  expect(changed.body).toContain('The app is changed.')
  expect(changed.body).toContain('Give it a new secret')
  const after = await stored()
  expect(after.client).toEqual({
    ...registered,
    scopes: ['identity', 'wallet'],
    tier: 'authenticated',
    idTokenSignedResponseAlg: 'RS256',
    deviceFlow: false,
    machineScopes: null,
    jwks: null,
    backchannelLogoutUri: null,
  })
  // Nobody knows the new secret.
  expect(after.secretHash).not.toEqual(before.secretHash)
  const last = await db()
    .selectFrom('auditEvents')
    .select('details')
    .where('clientId', '=', id!)
    .where('kind', '=', 'client_changed')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  expect(last.details).toMatchObject({ authentication: 'secret', tier: 'authenticated' })
})

test('Two administrators who change different fields of an app at once lose neither change', async () => {
  const { id } = await registerApp(system, { scopes: ['openid', 'wallet', 'identity'] })
  const path = `/admin/clients/${id}`
  const earlier = await console_.get(address(path))
  const fields = {
    name: 'Beacon',
    redirectUris: 'https://app.example/callback',
    'scope-identity': 'on',
    'scope-openid': 'on',
    idTokenSignedResponseAlg: 'RS256',
    tier: 'authenticated',
  }
  await send(path, fields)
  const changed = { ...fields, 'scope-wallet': 'on', name: 'Lamp', tier: 'partner' }
  const wrong = await console_.submit(earlier, path, { ...changed, redirectUris: 'x' })
  expectPage(wrong, 400)
  await console_.submit(wrong, path, changed)
  const client = db().selectFrom('clients').select(['name', 'scopes', 'tier']).where('id', '=', id)
  expect(await client.executeTakeFirst()).toEqual({
    name: 'Lamp',
    scopes: ['identity', 'openid'],
    tier: 'partner',
  })
})

test('Apps are found by name and by id, page by page', async () => {
  const ids = await Promise.all(
    Array.from({ length: 51 }, async (_, at) => {
      const { id } = await registerApp(system, { name: `Lighthouse ${at}` })
      return id
    }),
  )
  const { id: other } = await registerApp(system, { name: 'Quay' })
  const found = async (path: string) => {
    const page = await console_.get(address(path))
    expectPage(page, 200)
    const links = String(page.body).matchAll(/href="\/admin\/clients\/(client_\w+)"/g)
    const next = /rel="next" href="([^"]+)"/.exec(String(page.body))?.[1]
    return { ids: [...links].map(([, id]) => id!), next: next?.replaceAll('&amp;', '&') }
  }
  const first = await found('/admin/clients?search=lighthouse')
  expect(first.ids).toHaveLength(50)
  const second = await found(first.next!)
  expect(second.next).toBeUndefined()
  expect([...first.ids, ...second.ids].toSorted()).toEqual(ids.toSorted())
  expect((await found(`/admin/clients?search=${other}`)).ids).toEqual([other])
  expect((await found('/admin/clients?search=Lihgthouse+7')).ids).toContain(ids[7])
  expect((await found('/admin/clients?search=nothing_like_it')).ids).toEqual([])
  expect((await found(`/admin/clients?search=${'x'.repeat(2_000)}`)).ids).toEqual([])
  expect((await found('/admin/clients')).ids).toHaveLength(50)
})
