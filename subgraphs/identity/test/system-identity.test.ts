// Others may refer to the system identity, and nobody can act as it.
import { beforeAll, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { asCommand } from '../commands/command.ts'
import type { IdentityContext } from '../context.ts'
import { admitsDemo } from '../demo.ts'
import { addAdministrator, listAdministrators } from '../domain/administration/administrator.ts'
import { disableIdentity } from '../domain/people/person.ts'
import { findByPassword } from '../domain/sign-in/password.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada', { role: 'admin' })
})

const db = () => identity.tables<IdentityTables>('identity')
const asAdministrator = () => ({ as: ada, scopes: ['identity', 'admin'] })
const REFUSED = { code: 'VALIDATION_ERROR', details: { reason: 'SYSTEM_IDENTITY' } }

test('The system identity is found by its id, as an owner', async () => {
  const query = 'query ($id: ID!) { identity(id: $id) { id username displayName level xp } }'
  const response = await identity.ask(query, { as: ada, variables: { id: ECOSYSTEM_ID } })
  expect(response.identity).toEqual({
    id: ECOSYSTEM_ID,
    username: 'ecosystem',
    displayName: 'The Ecosystem',
    level: 1,
    xp: 0,
  })
})

test('The system identity does not prevent a production system from starting', async () => {
  expect(await admitsDemo({ db: db() } as IdentityContext)).toBe(false)
})

describe('the system identity is refused', () => {
  test('The system identity cannot become an administrator', async () => {
    const ctx = asCommand(db())
    await expect(addAdministrator(ctx, 'ecosystem')).rejects.toMatchObject({ extensions: REFUSED })
    const { nodes } = await (await listAdministrators(ctx, { first: 100 })).page()
    expect(nodes.map(({ username }) => username)).toEqual(['ada'])
  })

  test('The system identity cannot be disabled', async () => {
    await expect(disableIdentity(asCommand(db()), ECOSYSTEM_ID)).rejects.toMatchObject({
      extensions: REFUSED,
    })
    const query = 'mutation ($id: ID!) { disableIdentity(input: { id: $id }) { id } }'
    const variables = { id: ECOSYSTEM_ID }
    expect(await identity.refusal(query, { ...asAdministrator(), variables })).toEqual(REFUSED)
  })

  test('The system identity gets no xp from services or administrators', async () => {
    const given = { key: 'xp', identityId: ECOSYSTEM_ID, amount: 1 }
    const grant = 'mutation ($input: GrantXpInput!) { grantXp(input: $input) { xp } }'
    const granting = { service: 'path', variables: { input: given } }
    expect(await identity.refusal(grant, granting)).toEqual(REFUSED)
    const adjust = 'mutation ($input: AdjustXpInput!) { adjustXp(input: $input) { xp } }'
    const variables = { input: { ...given, reason: 'a gift' } }
    expect(await identity.refusal(adjust, { ...asAdministrator(), variables })).toEqual(REFUSED)
  })

  test('The system identity cannot sign in with any password', async () => {
    expect(await findByPassword({ db: db() }, 'ecosystem', 'demo-password')).toBeUndefined()
  })
})

const identityId = ECOSYSTEM_ID
const at = new Date('2026-03-04T12:00:00.000Z')
const hash = Buffer.from('hash')

test.each([
  [
    'passwords',
    () => db().insertInto('passwords').values({ identityId, hash: 'argon2id', changedAt: at }),
  ],
  [
    'passkeys',
    () =>
      db()
        .insertInto('passkeys')
        .values({ id: 'key', identityId, publicKey: hash, counter: 0, name: 'K', createdAt: at }),
  ],
  [
    'wallets',
    () =>
      db()
        .insertInto('wallets')
        .values({
          id: 'wallet',
          identityId,
          address: `0x${'0'.repeat(40)}`,
          chainId: 1,
          challengeHash: hash,
          linkedAt: at,
          signsIn: false,
        }),
  ],
  [
    'sessions',
    () =>
      db()
        .insertInto('sessions')
        .values({
          id: 'session',
          tokenHash: hash,
          identityId,
          method: 'password',
          userAgent: '',
          address: '',
          signedInAt: at,
          authenticatedAt: at,
          methods: ['pwd'],
          lastSeenAt: at,
          expiresAt: at,
        }),
  ],
  [
    'consents',
    () =>
      db().insertInto('consents').values({ identityId, clientId: 'w', scopes: [], givenAt: at }),
  ],
  [
    'grants',
    () =>
      db()
        .insertInto('grants')
        .values({ id: 'g', identityId, clientId: 'w', scopes: [], createdAt: at, expiresAt: at }),
  ],
])('the database refuses %s of the system identity, whoever writes', async (table, writing) => {
  await expect(writing().execute()).rejects.toMatchObject({ constraint: `${table}_of_people` })
})

test.each([{ role: 'admin' as const }, { xp: 1 }, { disabledAt: at }])(
  'the database refuses to set %j of the system identity, whoever writes',
  async (change) => {
    const setting = db().updateTable('identities').set(change).where('id', '=', ECOSYSTEM_ID)
    await expect(setting.execute()).rejects.toMatchObject({
      constraint: 'system_identity_is_nobody',
    })
  },
)
