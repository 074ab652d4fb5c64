// The audit trail has one entry per change, however it is made, and none without a change.
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { newWallet } from '#test/wallet.ts'
import { asCommand } from '../commands/command.ts'
import { createAdminKey } from '../domain/administration/admin-key.ts'
import { sha256 } from '../domain/secrets/random.ts'
import type { IdentityTables } from '../tables.ts'

const ADMIN = ['identity', 'admin']
const LIST = `query ($identityId: ID, $clientId: ID, $first: Int, $after: String, $offset: Int) {
  auditEvents(
    identityId: $identityId, clientId: $clientId, first: $first, after: $after, offset: $offset
  ) {
    nodes { id at kind identityId clientId address requestId details }
    totalCount pageInfo { hasNextPage endCursor }
  }
}`
const RENAME = `mutation ($input: UpdateUsernameInput!) { updateUsername(input: $input) { id } }`
const CHALLENGE = `mutation ($input: CreateWalletChallengeInput!) {
  createWalletChallenge(input: $input) { message }
}`
const LINK = `mutation ($input: LinkWalletInput!) {
  linkWallet(input: $input) { created wallet { id } }
}`
const UNLINK = `mutation ($input: UnlinkWalletInput!) { unlinkWallet(input: $input) { id } }`
const ISSUE = `mutation ($input: IssueCredentialInput!) {
  issueCredential(input: $input) { credentialId }
}`
const SHUT_OUT = `mutation ($input: DisableIdentityInput!) { disableIdentity(input: $input) { id } }`
const REGISTER = `mutation ($input: RegisterClientInput!) {
  registerClient(input: $input) { client { id } }
}`

const identity = testSubgraph('identity')
let ada: Person
beforeAll(async () => {
  ada = await identity.join('ada', { role: 'admin' })
})

const someone = () => identity.join(`p${crypto.randomUUID().slice(0, 8)}`)
const list = async (variables: object) =>
  (await identity.ask(LIST, { as: ada, scopes: ADMIN, variables: { ...variables } })).auditEvents

/** The entries of a person, newest first. */
const eventsOf = async ({ id }: Person) => (await list({ identityId: id })).nodes as object[]

/** The common fields of all entries. */
const common = ({ id }: Person) => ({
  id: expect.stringMatching(/^audit_/) as string,
  at: identity.clock.now.toISOString(),
  identityId: id,
  clientId: 'test-client',
  address: '192.0.2.1',
  requestId: 'test-request',
})

describe('recorded once', () => {
  test('A new username is recorded once, and not one that is the same or taken', async () => {
    const as = await someone()
    const rename = (username: string) => ({ as, variables: { input: { username } } })
    await identity.ask(RENAME, rename('captain'))
    await identity.ask(RENAME, rename('captain'))
    await identity.refusal(RENAME, rename('ada'))
    const details = { username: 'captain', before: as.username }
    expect(await eventsOf(as)).toEqual([{ ...common(as), kind: 'username_changed', details }])
  })

  test('Linking and unlinking a wallet are recorded once, and not a repeated or refused link', async () => {
    const as = await someone()
    const wallet = newWallet()
    const run = async (query: string, input: object) =>
      identity.ask(query, { as, variables: { input } })
    const { message } = (await run(CHALLENGE, { address: wallet.address })).createWalletChallenge
    const wrong = { message, signature: newWallet().sign(message) }
    await identity.refusal(LINK, { as, variables: { input: wrong } })
    const signed = { message, signature: wallet.sign(message) }
    const { id } = (await run(LINK, signed)).linkWallet.wallet
    await run(LINK, signed)
    await run(UNLINK, { id })
    await identity.refusal(UNLINK, { as, variables: { input: { id } } })

    const details = { walletId: id, address: wallet.address, chainId: 1, signsIn: false }
    expect(await eventsOf(as)).toEqual([
      { ...common(as), kind: 'wallet_unlinked', details },
      { ...common(as), kind: 'wallet_linked', details },
    ])
  })

  test('An issued credential is recorded once, and not a refused one', async () => {
    const [as, grace] = [await someone(), await someone()]
    await identity
      .tables<IdentityTables>('identity')
      .insertInto('adminKeys')
      .values({ id: 'adminkey_test', name: 'test', keyHash: sha256('key') })
      .execute()
    const input = { identityId: grace.id, type: 'archive_keeper' }
    const issuing = { as, adminKey: 'key', variables: { input } }
    const { credentialId } = (await identity.ask(ISSUE, issuing)).issueCredential
    await identity.refusal(ISSUE, issuing)
    const details = { credentialId, type: 'archive_keeper', by: as.id }
    expect(await eventsOf(grace)).toEqual([
      { ...common(grace), kind: 'credential_issued', details },
    ])
  })

  test('Disabling a person is recorded once, with who did it', async () => {
    const grace = await someone()
    const asking = { as: ada, scopes: ADMIN, variables: { input: { id: grace.id } } }
    await identity.ask(SHUT_OUT, asking)
    await identity.ask(SHUT_OUT, asking)
    expect(await eventsOf(grace)).toEqual([
      { ...common(grace), kind: 'identity_disabled', clientId: null, details: { by: ada.id } },
    ])
    const { disabledAt } = await identity
      .tables<IdentityTables>('identity')
      .selectFrom('identities')
      .select('disabledAt')
      .where('id', '=', grace.id)
      .executeTakeFirstOrThrow()
    expect(disabledAt).toEqual(identity.clock.now)
  })

  test('Registering a client is recorded once', async () => {
    const about = { name: 'Harbour', kind: 'confidential', scopes: ['identity'], tier: 'partner' }
    const input = { ...about, redirectUris: [] }
    const response = await identity.ask(REGISTER, { as: ada, scopes: ADMIN, variables: { input } })
    const clientId = response.registerClient.client.id as string
    expect((await list({ clientId })).nodes).toEqual([
      {
        ...common(ada),
        identityId: null,
        clientId,
        kind: 'client_registered',
        details: { ...about, by: ada.id },
      },
    ])
  })
})

test('An entry of a command has the address command and names no person', async () => {
  const command = asCommand(identity.tables<IdentityTables>('identity'))
  const ctx = { ...command, now: () => identity.clock.now }
  const { adminKey } = await createAdminKey(ctx, { name: 'office' })
  const { nodes } = await list({ first: 1 })
  expect(nodes).toMatchObject([
    { kind: 'admin_key_added', address: 'command', identityId: null, clientId: null },
  ])
  expect(nodes[0].details).toEqual({ adminKeyId: adminKey.id, name: 'office' })
})

test('A disabled administrator is no longer one', async () => {
  const grace = await identity.join('grace', { role: 'admin' })
  const variables = { input: { id: grace.id } }
  await identity.ask(SHUT_OUT, { as: ada, scopes: ADMIN, variables })
  expect(await identity.refusal(LIST, { as: grace, scopes: ADMIN })).toEqual({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { reason: 'role' },
  })
})

describe('the list', () => {
  const NOON = new Date('2026-03-04T12:00:00.000Z')
  const add = (id: string, minute: number, about: object = {}) =>
    identity
      .tables<IdentityTables>('identity')
      .insertInto('auditEvents')
      .values({
        id,
        at: new Date(NOON.getTime() + minute * 60_000),
        kind: 'token_issued',
        address: '192.0.2.7',
        requestId: 'r',
        details: '{}',
        ...about,
      })
      .execute()
  const idsOf = async (variables: object) =>
    ((await list(variables)).nodes as { id: string }[]).map(({ id }) => id)

  test('The list is newest first, and can be filtered by person, client or both', async () => {
    await add('a', 1, { identityId: 'i1', clientId: 'c1' })
    await add('b', 2, { identityId: 'i1', clientId: 'c2' })
    await add('c', 3, { identityId: 'i2', clientId: 'c1' })
    expect((await idsOf({})).slice(0, 3)).toEqual(['c', 'b', 'a'])
    expect(await idsOf({ identityId: 'i1' })).toEqual(['b', 'a'])
    expect(await idsOf({ clientId: 'c1' })).toEqual(['c', 'a'])
    expect(await idsOf({ identityId: 'i1', clientId: 'c1' })).toEqual(['a'])
    expect(await idsOf({ identityId: 'nobody' })).toEqual([])
  })

  test('The list is read page by page, by cursor and by offset', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      await add(`p${minute}`, minute, { identityId: 'paged' })
    }
    const first = await list({ identityId: 'paged', first: 2 })
    expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } })
    const after = first.pageInfo.endCursor as string
    expect(await idsOf({ identityId: 'paged', first: 2, after })).toEqual(['p2', 'p1'])
    expect(await idsOf({ identityId: 'paged', first: 2, offset: 4 })).toEqual(['p0'])
  })
})
