// Administrators register, list and disable clients, and rotate their secrets.
import { beforeAll, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import { disableClient, rotateClientSecret } from '../domain/clients/client.ts'
import { findGrantByCode, redeemCode } from '../domain/authorization/authorization-code.ts'
import { createClientGrant, createGrant } from '../domain/grants/grant.ts'
import { sha256 } from '../domain/secrets/random.ts'
import type { IdentityTables } from '../tables.ts'

const CLIENT = 'id name kind redirectUris scopes tier createdAt disabledAt'
const REGISTER = `mutation ($input: RegisterClientInput!) {
  registerClient(input: $input) { client { ${CLIENT} } secret }
}`
const ROTATE = `mutation ($input: RotateClientSecretInput!) {
  rotateClientSecret(input: $input) { client { id } secret }
}`
const DISABLE = `mutation ($input: DisableClientInput!) {
  disableClient(input: $input) { id disabledAt }
}`
const LIST = `query ($first: Int, $after: String) {
  clients(first: $first, after: $after) {
    nodes { ${CLIENT} } totalCount pageInfo { hasNextPage endCursor }
  }
}`
const ADMIN = ['identity', 'admin']
const NOON = new Date('2026-03-04T12:00:00.000Z')

const WEB = {
  name: 'Harbour',
  kind: 'public',
  redirectUris: ['https://app.example/callback'],
  scopes: ['identity', 'wallet'],
  tier: 'authenticated',
}

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada', { role: 'admin' })
})

const tables = () => identity.tables<IdentityTables>('identity')
const asAdmin = (input: object) => ({ as: ada, scopes: ADMIN, variables: { input } })

const register = async (change: object = {}) =>
  (await identity.ask(REGISTER, asAdmin({ ...WEB, ...change }))).registerClient
const disable = async (id: string) => (await identity.ask(DISABLE, asAdmin({ id }))).disableClient

async function secretHashOf(id: string): Promise<Buffer | null> {
  const query = tables().selectFrom('clients').select('secretHash').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).secretHash
}

/** The audit kinds of a client, oldest first. */
async function kindsOf(clientId: string): Promise<string[]> {
  const events = await tables()
    .selectFrom('auditEvents')
    .select('kind')
    .where('clientId', '=', clientId)
    .orderBy('id')
    .execute()
  return events.map(({ kind }) => kind)
}

describe('registering', () => {
  test('A registered public client gets no secret', async () => {
    expect(await register()).toEqual({
      client: {
        ...WEB,
        id: expect.stringMatching(/^client_/) as string,
        createdAt: NOON.toISOString(),
        disabledAt: null,
      },
      secret: null,
    })
  })

  test('A registered confidential client gets its secret once, and only a hash is stored', async () => {
    const { client, secret } = await register({ kind: 'confidential', tier: 'partner' })
    expect(client).toMatchObject({ kind: 'confidential', tier: 'partner' })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await secretHashOf(client.id)).toEqual(sha256(secret))
  })

  test('Registering removes duplicates', async () => {
    const twice = {
      scopes: ['wallet', 'wallet'],
      redirectUris: Array(2).fill('https://a.example/'),
    }
    expect((await register(twice)).client).toMatchObject({
      scopes: ['wallet'],
      redirectUris: ['https://a.example/'],
    })
  })

  test('Registering accepts loopback addresses without TLS, and a confidential client without addresses', async () => {
    const redirectUris = ['http://127.0.0.1:4000/callback', 'http://localhost/', 'http://[::1]/a']
    expect((await register({ redirectUris })).client).toMatchObject({ redirectUris })
    expect(await register({ kind: 'confidential', redirectUris: [] })).toBeTruthy()
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: '\u200B\u3164\u2800' }],
    ['name', { name: 'Bank\u202AknaB' }],
    ['name', { name: 'Bank\u202EknaB' }],
    ['name', { name: 'Bank\u2066knaB' }],
    ['name', { name: 'Bank\u2069knaB' }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['identity', 'everything'] }],
    ['redirectUris', { redirectUris: [] }],
    ['redirectUris', { redirectUris: Array(21).fill('https://a.example/') }],
    ['redirectUris.0', { redirectUris: ['http://app.example/callback'] }],
    ['redirectUris.0', { redirectUris: ['javascript:alert(1)'] }],
    ['redirectUris.0', { redirectUris: ['/callback'] }],
    ['redirectUris.0', { redirectUris: ['https://ada@app.example/'] }],
    ['redirectUris.1', { redirectUris: ['https://a.example/', 'https://*.example/'] }],
    ['redirectUris.0', { redirectUris: ['https://a;b,c.example/'] }],
    ['redirectUris.0', { redirectUris: ['https://app.example/#top'] }],
    ['redirectUris.0', { redirectUris: ['https://app.example'] }],
    ['redirectUris.0', { redirectUris: [`https://app.example/${'x'.repeat(500)}`] }],
  ])('Registering is refused for the %s: %j', async (field, change) => {
    expect(await identity.refusal(REGISTER, asAdmin({ ...WEB, ...change }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field },
    })
  })

  test('Registering reports every invalid field', async () => {
    const wrong = { ...WEB, name: '', scopes: [] }
    const { details } = await identity.refusal(REGISTER, asAdmin(wrong))
    expect(details.issues).toMatchObject([{ field: 'name' }, { field: 'scopes' }])
  })
})

describe('the list', () => {
  test('The list is newest first, page by page, without secrets', async () => {
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) {
      identity.clock.now = new Date(identity.clock.now.getTime() + 1_000)
      ids.unshift((await register({ name, kind: 'confidential' })).client.id)
    }
    const asking = { as: ada, scopes: ADMIN }
    const first = (await identity.ask(LIST, { ...asking, variables: { first: 2 } })).clients
    const after = first.pageInfo.endCursor
    const next = (await identity.ask(LIST, { ...asking, variables: { first: 1, after } })).clients
    const listed = [...first.nodes, ...next.nodes] as { id: string }[]
    expect(listed.map(({ id }) => id)).toEqual(ids)
    expect(first.totalCount).toBeGreaterThanOrEqual(3)
    identity.clock.now = NOON
  })
})

describe('rotating a secret', () => {
  test('Rotating a secret replaces it', async () => {
    const { client, secret: old } = await register({ kind: 'confidential' })
    const { rotateClientSecret } = await identity.ask(ROTATE, asAdmin({ id: client.id }))
    expect(rotateClientSecret.client.id).toBe(client.id)
    expect(rotateClientSecret.secret).not.toBe(old)
    expect(await secretHashOf(client.id)).toEqual(sha256(rotateClientSecret.secret))
  })

  test('Rotating a secret is refused to a public client', async () => {
    const { client } = await register()
    expect(await identity.refusal(ROTATE, asAdmin({ id: client.id }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: 'PUBLIC_CLIENT' },
    })
    expect(await kindsOf(client.id)).toEqual(['client_registered'])
  })

  test('Rotating a secret is refused to a disabled client, and changes nothing', async () => {
    const { client, secret } = await register({ kind: 'confidential' })
    await disable(client.id)
    expect(await identity.refusal(ROTATE, asAdmin({ id: client.id }))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'CLIENT_DISABLED' },
    })
    expect(await secretHashOf(client.id)).toEqual(sha256(secret))
    expect(await kindsOf(client.id)).toEqual(['client_registered', 'client_disabled'])
  })

  test('Rotating a secret waits while the client is being disabled, and is refused', async () => {
    const { client } = await register({ kind: 'confidential' })
    const rotating = await tables()
      .transaction()
      .execute(async (trx) => {
        const set = trx.updateTable('clients').set({ disabledAt: NOON })
        await set.where('id', '=', client.id).execute()
        const waiting = rotateClientSecret(asCommand(tables()), client.id).catch(
          (error: unknown) => error,
        )
        await expect.poll(() => sessionsWaiting(identity.tables('identity'))).toBe(1)
        return { waiting }
      })
    expect(await rotating.waiting).toMatchObject({
      message: `The client ${client.id} is disabled.`,
      extensions: { details: { reason: 'CLIENT_DISABLED' } },
    })
  })
})

const grantOf = (clientId: string) => ({
  identityId: ada.id,
  clientId,
  sessionId: 'session_of_ada',
  scopes: ['identity'],
  redirectUri: 'https://app.example/callback',
  codeChallenge: null,
  nonce: null,
  signedInAt: NOON,
  methods: ['pwd' as const],
})

function granting(clientId: string): Promise<string> {
  const now = () => identity.clock.now
  return tables()
    .transaction()
    .execute((db) => createGrant({ db, now }, grantOf(clientId)))
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

describe('disabling', () => {
  test('Disabling a client ends its grants, and those of no other', async () => {
    const [{ client }, { client: other }] = [await register(), await register()]
    for (const { id } of [client, client, other]) await granting(id)
    expect(await disable(client.id)).toEqual({ id: client.id, disabledAt: NOON.toISOString() })
    expect(await liveGrants(client.id)).toEqual([])
    expect(await liveGrants(other.id)).toHaveLength(1)
  })

  test('Disabling a client again changes and records nothing', async () => {
    const { client } = await register()
    await disable(client.id)
    identity.clock.now = new Date(NOON.getTime() + 60_000)
    expect(await disable(client.id)).toEqual({ id: client.id, disabledAt: NOON.toISOString() })
    identity.clock.now = NOON
    expect(await kindsOf(client.id)).toEqual(['client_registered', 'client_disabled'])
  })

  test('A disabled client gets no new grants', async () => {
    const { client } = await register()
    await disable(client.id)
    const disabled = { extensions: { details: { reason: 'CLIENT_DISABLED' } } }
    await expect(granting(client.id)).rejects.toMatchObject(disabled)
  })

  test('Disabling a client leaves no grant that begins at the same moment, in twenty attempts', async () => {
    const db = tables()
    const ctx = { ...asCommand(db), db, now: () => identity.clock.now }
    for (let round = 0; round < 20; round += 1) {
      const { client } = await register({ kind: 'confidential' })
      const code = await granting(client.id)
      const grant = (await findGrantByCode(ctx, code))!
      await Promise.allSettled([
        redeemCode(ctx, grant),
        granting(client.id),
        createClientGrant(ctx, client.id, ['identity'], 3_600_000),
        disableClient(ctx, client.id),
        granting(client.id),
        createClientGrant(ctx, client.id, ['identity'], 3_600_000),
      ])
      expect(await liveGrants(client.id)).toEqual([])
    }
  })
})
