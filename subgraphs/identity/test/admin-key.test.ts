// Administrators create, list and revoke admin keys.
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { sha256 } from '../domain/secrets/random.ts'
import type { IdentityTables } from '../tables.ts'

const CREATE = `mutation ($input: CreateAdminKeyInput!) {
  createAdminKey(input: $input) { adminKey { id name createdAt revokedAt } key }
}`
const REVOKE = `mutation ($input: RevokeAdminKeyInput!) {
  revokeAdminKey(input: $input) { id revokedAt }
}`
const LIST = '{ adminKeys(first: 2) { nodes { id name createdAt revokedAt } totalCount } }'
const ISSUE = `mutation ($input: IssueCredentialInput!) {
  issueCredential(input: $input) { credentialId }
}`
const ADMIN = ['identity', 'admin']
const NOON = new Date('2026-03-04T12:00:00.000Z')

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada', { role: 'admin' })
})

const asAdmin = (input: object) => ({ as: ada, scopes: ADMIN, variables: { input } })
const create = async (name = 'back office') =>
  (await identity.ask(CREATE, asAdmin({ name }))).createAdminKey
const revoke = async (id: string) => (await identity.ask(REVOKE, asAdmin({ id }))).revokeAdminKey

/** Issues a credential with the key to a new person. */
async function issuing(adminKey: string) {
  const { id: identityId } = await identity.join(`p${crypto.randomUUID().slice(0, 8)}`)
  return { as: ada, adminKey, variables: { input: { identityId, type: 'archive_keeper' } } }
}

test('a key is returned once, stored as SHA-256, and valid at once', async () => {
  const { adminKey, key } = await create()
  expect(adminKey).toEqual({
    id: expect.stringMatching(/^adminkey_/) as string,
    name: 'back office',
    createdAt: NOON.toISOString(),
    revokedAt: null,
  })
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  const kept = await identity
    .tables<IdentityTables>('identity')
    .selectFrom('adminKeys')
    .select('keyHash')
    .where('id', '=', adminKey.id)
    .executeTakeFirstOrThrow()
  expect(kept.keyHash).toEqual(sha256(key))
  expect(await identity.ask(ISSUE, await issuing(key))).toBeTruthy()
})

test('a revoked key is refused at once, and the others go on', async () => {
  const [revoked, other] = [await create('old'), await create('new')]
  const { id } = revoked.adminKey
  expect(await revoke(id)).toEqual({ id, revokedAt: NOON.toISOString() })
  expect(await identity.refusal(ISSUE, await issuing(revoked.key))).toEqual({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { reason: 'admin_key' },
  })
  expect(await identity.ask(ISSUE, await issuing(other.key))).toBeTruthy()
})

test('revoking happens once, and is recorded once', async () => {
  const { adminKey } = await create('twice')
  await Promise.all([revoke(adminKey.id), revoke(adminKey.id)])
  identity.clock.now = new Date(NOON.getTime() + 60_000)
  expect((await revoke(adminKey.id)).revokedAt).toBe(NOON.toISOString())
  identity.clock.now = NOON
  const events = await identity
    .tables<IdentityTables>('identity')
    .selectFrom('auditEvents')
    .select(['kind', 'details'])
    .orderBy('id')
    .execute()
  const details = { adminKeyId: adminKey.id, name: 'twice', by: ada.id }
  expect(events.filter((event) => event.details.adminKeyId === adminKey.id)).toEqual([
    { kind: 'admin_key_added', details },
    { kind: 'admin_key_revoked', details },
  ])
})

test('the list is newest first, with what is revoked, and without the keys', async () => {
  identity.clock.now = new Date(NOON.getTime() + 1_000)
  const older = await create('older')
  identity.clock.now = new Date(NOON.getTime() + 2_000)
  const newer = await create('newer')
  await revoke(older.adminKey.id)
  const { adminKeys } = await identity.ask(LIST, { as: ada, scopes: ADMIN })
  expect(adminKeys.nodes).toEqual([
    newer.adminKey,
    { ...older.adminKey, revokedAt: identity.clock.now.toISOString() },
  ])
  expect(adminKeys.totalCount).toBeGreaterThan(2)
  identity.clock.now = NOON
})

describe('an invalid key', () => {
  test.each(['', '   ', 'x'.repeat(101)])('The name %j is refused for a key', async (name) => {
    expect(await identity.refusal(CREATE, asAdmin({ name }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'name' },
    })
  })
})
