// Administrators find people, see their accounts, and change them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { requestOf } from '#test/current-caller.ts'
import { addClient } from '#test/grant-story.ts'
import { requestToLeave } from '#test/leaving.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'
import { newWallet } from '#test/wallet.ts'
import { asCommand } from '../commands/command.ts'
import { disableAccount } from '../domain/accounts/account-change.ts'
import { recordAudit } from '../domain/audit/audit.ts'
import { startSession } from '../domain/sessions/session.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
let admin: Person
beforeAll(async () => {
  admin = await identity.join('admin_ada', { role: 'admin' })
  await addClient(identity, 'web')
})

const ADMIN = ['identity', 'admin']
const REASON = 'They asked for it by telephone.'
const FIND = `query ($search: String, $email: String, $wallet: String) {
  accounts(search: $search, email: $email, wallet: $wallet) {
    nodes { identity { id username } state } totalCount
  }
}`
const SEE = `query ($search: String!) {
  accounts(search: $search) { nodes {
    state disabledAt lockedAt deletionDueAt isAdministrator email emailVerifiedAt
    factors { password totp passkeys recoveryCodes }
    sessions { method userAgent address signedInAt }
    grants { clientId scopes }
    auditEvents(first: 5) { nodes { kind details } totalCount }
  } }
}`
const CHANGE = (field: string) => `mutation ($input: ChangeAccountInput!) {
  ${field}(input: $input) { identity { id username } state disabledAt sessions { method } grants { clientId } }
}`
const RENAME = `mutation ($input: RenameAccountInput!) {
  renameAccount(input: $input) { identity { username } }
}`

const db = () => identity.tables<IdentityTables>('identity')
const newName = () => `p${crypto.randomUUID().slice(0, 8)}`
const find = async (variables: Record<string, unknown>) => {
  const { accounts } = await identity.ask(FIND, { as: admin, scopes: ADMIN, variables })
  return accounts.nodes.map((node: { identity: { id: string } }) => node.identity.id) as string[]
}
const see = async (search: string) => {
  const { accounts } = await identity.ask(SEE, { as: admin, scopes: ADMIN, variables: { search } })
  return accounts.nodes[0]
}
const change = (field: string, identityId: string, reason = REASON) => {
  const variables = { input: { identityId, reason } }
  return identity.ask(CHANGE(field), { as: admin, scopes: ADMIN, variables })
}
const refusal = (field: string, identityId: string, reason = REASON) => {
  const variables = { input: { identityId, reason } }
  return identity.refusal(CHANGE(field), { as: admin, scopes: ADMIN, variables })
}
const rename = (identityId: string, username: string) => ({
  as: admin,
  scopes: ADMIN,
  variables: { input: { identityId, username, reason: REASON } },
})
const auditOf = async ({ id }: Person) =>
  db()
    .selectFrom('auditEvents')
    .select(['kind', 'details'])
    .where('identityId', '=', id)
    .where('kind', '!=', 'sign_in')
    .orderBy('at')
    .orderBy('id')
    .execute()

function signIn({ id: identityId }: Person) {
  return startSession(
    asCommand(db()),
    { identityId, method: 'password', methods: ['pwd'], userAgent: 'curl/8', browser: identityId },
    { passwordHash: undefined, before: undefined },
  )
}

/** Signs a person in once, with an address, a wallet and an app. */
async function settle(person: Person, email: string): Promise<string> {
  const { address } = newWallet()
  const at = new Date()
  const identityId = person.id
  await db()
    .insertInto('emailAddresses')
    .values({ identityId, address: email, verifiedAt: at })
    .execute()
  await db()
    .insertInto('wallets')
    .values({
      id: newId('wallet'),
      identityId,
      address,
      chainId: 1,
      challengeHash: Buffer.alloc(32),
      linkedAt: at,
      signsIn: true,
    })
    .execute()
  await signIn(person)
  await db()
    .insertInto('grants')
    .values({
      id: newId('grant'),
      identityId,
      clientId: 'web',
      scopes: ['identity'],
      createdAt: at,
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return address
}

let alan: Person
let email: string
let wallet: string
beforeEach(async () => {
  alan = await identity.join(newName(), { displayName: 'Alan Turing' })
  email = `${newName()}@Mail.example`
  wallet = await settle(alan, email)
})

describe('an account by its id', () => {
  const FIND_ONE =
    'query ($id: ID!) { account(id: $id) { identity { id } state email isAdministrator } }'
  const asking = (id: string) => ({ as: admin, scopes: ADMIN, variables: { id } })
  const findOne = async (id: string) => (await identity.ask(FIND_ONE, asking(id))).account
  const NOT_FOUND = (id: string) => ({ code: 'NOT_FOUND', details: { resource: 'Account', id } })

  test('An account is found, also when its person is disabled', async () => {
    const { id } = await identity.join(newName())
    const account = { identity: { id }, state: 'active', email: null, isAdministrator: false }
    expect(await findOne(id)).toEqual(account)
    await change('disableAccount', id)
    expect(await findOne(id)).toEqual({ ...account, state: 'disabled' })
  })

  test('Neither an unknown id nor the system has an account', async () => {
    const system = await db()
      .selectFrom('identities')
      .select('id')
      .where('kind', '=', 'system')
      .executeTakeFirstOrThrow()
    for (const id of ['identity_unknown', '', system.id]) {
      expect(await identity.refusal(FIND_ONE, asking(id))).toEqual(NOT_FOUND(id))
    }
  })

  test('Somebody who left has no account', async () => {
    const { id } = await identity.join(newName())
    const gone = { disabledAt: new Date(), leftAt: new Date() }
    await db().updateTable('identities').set(gone).where('id', '=', id).execute()
    expect(await identity.refusal(FIND_ONE, asking(id))).toEqual(NOT_FOUND(id))
  })

  test('Only administrators with the scope admin read an account, their own included', async () => {
    const { id } = await identity.join(newName())
    const variables = { id }
    expect(await identity.refusal(FIND_ONE, { as: { id }, scopes: ADMIN, variables })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'role' },
    })
    const withoutScope = { as: admin, scopes: ['identity'], variables }
    expect(await identity.refusal(FIND_ONE, withoutScope)).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'admin' },
    })
  })
})

describe('finding', () => {
  test('Accounts are found by username, by a similar display name, and by a complete address or wallet', async () => {
    expect(await find({ search: alan.username })).toEqual([alan.id])
    expect(await find({ search: 'Alna Turing' })).toContain(alan.id)
    expect(await find({ email: email.toUpperCase() })).toEqual([alan.id])
    expect(await find({ email: email.slice(1) })).toEqual([])
    expect(await find({ wallet: wallet.toLowerCase() })).toEqual([alan.id])
    expect(await find({ wallet, email: 'else@mail.example' })).toEqual([])
    expect((await find({}))[0]).toBe(alan.id)
  })

  test('Searches for accounts include hidden names and disabled people', async () => {
    const hidden = {
      namesHiddenAt: new Date(),
      namesHiddenReason: 'x',
      hiddenUsername: alan.username,
    }
    await db().updateTable('identities').set(hidden).where('id', '=', alan.id).execute()
    await change('disableAccount', alan.id)
    expect(await find({ search: alan.username })).toEqual([alan.id])
  })

  test('Accounts are not visible without the role, or without the scopes', async () => {
    for (const asking of [
      { as: alan, scopes: ADMIN },
      { as: alan, scopes: ['identity', 'email'] },
      { as: admin, scopes: ['identity'] },
    ]) {
      const refused = await identity.refusal(FIND, { ...asking, variables: { email } })
      expect(refused).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
      expect(JSON.stringify(refused)).not.toContain(email)
    }
  })

  test.each([{ wallet: '0x1' }, { email: '' }, { search: ' ' }])(
    'A search for %j is refused without repeating it',
    async (variables) => {
      const refused = await identity.refusal(FIND, { as: admin, scopes: ADMIN, variables })
      expect(refused).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: Object.keys(variables)[0] },
      })
    },
  )
})

test('an account shows how the person signs in, where they are, and what was recorded', async () => {
  expect(await see(alan.username)).toMatchObject({
    state: 'active',
    disabledAt: null,
    lockedAt: null,
    deletionDueAt: null,
    isAdministrator: false,
    email,
    emailVerifiedAt: expect.any(String) as string,
    factors: { password: false, totp: false, passkeys: 0, recoveryCodes: 0 },
    sessions: [{ method: 'password', userAgent: 'curl/8', address: 'command' }],
    grants: [{ clientId: 'web', scopes: ['identity'] }],
    auditEvents: { nodes: [{ kind: 'sign_in' }], totalCount: 1 },
  })
  await db()
    .insertInto('accountLocks')
    .values({ identityId: alan.id, lockedAt: new Date() })
    .execute()
  expect(await see(alan.username)).toMatchObject({ state: 'locked' })
})

describe('a person', () => {
  test('A person is disabled, which ends all access, and enabled again, each with a reason', async () => {
    for (const _again of [1, 2]) {
      const { disableAccount: response } = await change('disableAccount', alan.id)
      expect(response).toMatchObject({ state: 'disabled', sessions: [], grants: [] })
    }
    for (const _again of [1, 2]) {
      const { enableAccount: response } = await change('enableAccount', alan.id)
      expect(response).toMatchObject({ state: 'active', disabledAt: null, sessions: [] })
    }
    const details = { reason: REASON, by: admin.id }
    expect(await auditOf(alan)).toEqual([
      { kind: 'identity_disabled', details },
      { kind: 'identity_enabled', details },
    ])
  })

  test('Enabling a person leaves no sign-in that was in progress when they were disabled', async () => {
    await change('disableAccount', alan.id)
    await signIn(alan)
    const { enableAccount: response } = await change('enableAccount', alan.id)
    expect(response).toMatchObject({ state: 'active', sessions: [] })
  })

  test('A person shows as leaving from the request until they have left', async () => {
    await requestToLeave(asCommand(db()), alan)
    const { deletionDueAt, state } = await see(alan.username)
    expect(state).toBe('leaving')
    expect(Date.parse(deletionDueAt) - Date.now()).toBeGreaterThan(13 * 86_400_000)
    expect(await find({ search: alan.username })).toEqual([alan.id])
  })

  test('A person who has left has no account, and every change is refused', async () => {
    const left = { leftAt: new Date(), disabledAt: new Date() }
    await db().updateTable('identities').set(left).where('id', '=', alan.id).execute()
    expect(await find({ search: alan.username })).toEqual([])
    expect(await find({})).not.toContain(alan.id)
    const input = { identityId: alan.id, reason: REASON }
    for (const [field, type, wanted, selection] of [
      ...['disableAccount', 'enableAccount', 'signOutAccount', 'resetAccountFactors'].map(
        (name) => [name, 'ChangeAccountInput', input, '{ state }'] as const,
      ),
      ['renameAccount', 'RenameAccountInput', { ...input, username: newName() }, '{ state }'],
      ['issueRecoveryCode', 'IssueRecoveryCodeInput', { id: alan.id }, '{ code }'],
      ['hideUsername', 'HideUsernameInput', { id: alan.id, reason: REASON }, '{ username }'],
      ['changeHouse', 'ChangeHouseInput', { id: alan.id, house: 'Tide' }, '{ house }'],
      [
        'adjustXp',
        'AdjustXpInput',
        { key: crypto.randomUUID(), identityId: alan.id, amount: 1, reason: REASON },
        '{ xp }',
      ],
    ] as const) {
      const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`
      const asked = { as: admin, scopes: ADMIN, variables: { input: wanted } }
      expect(await identity.refusal(query, asked), field).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await auditOf(alan)).toEqual([])
  })

  test('An export of the audit trail omits which administrator acted, and where', async () => {
    await change('disableAccount', alan.id)
    await recordAudit(asCommand(db()), { kind: 'sign_in_refused', identityId: alan.id })
    const own = { kind: 'password_changed', details: { by: 'code' } } as const
    const later = () => new Date(Date.now() + 1_000)
    await recordAudit({ ...asCommand(db()), now: later }, { ...own, identityId: alan.id })
    const { 'audit-trail': trail } = await identity.exportPerson(alan)
    const nowhere = { address: null, requestId: null }
    expect(trail).toMatchObject([
      { kind: 'identity_disabled', ...nowhere, details: { reason: REASON } },
      { kind: 'sign_in', address: 'command', requestId: expect.any(String) as string },
      { kind: 'sign_in_refused', ...nowhere },
      { ...own, address: 'command' },
    ])
    expect(JSON.stringify(trail)).not.toContain(admin.id)
  })

  test('A person is signed out everywhere', async () => {
    const { signOutAccount: response } = await change('signOutAccount', alan.id)
    expect(response).toMatchObject({ state: 'active', sessions: [], grants: [] })
    const details = { reason: REASON, by: admin.id, sessionId: 'all' }
    expect(await auditOf(alan)).toEqual([{ kind: 'session_ended', details }])
  })

  test('Resetting factors removes the app and recovery codes, and sends a mail', async () => {
    const identityId = alan.id
    const at = new Date()
    await db()
      .insertInto('totpFactors')
      .values({ identityId, secret: Buffer.alloc(60), createdAt: at, confirmedAt: at })
      .execute()
    await db()
      .insertInto('recoveryCodes')
      .values({ identityId, codeHash: Buffer.alloc(32), createdAt: at })
      .execute()
    expect(await see(alan.username)).toMatchObject({ factors: { totp: true, recoveryCodes: 1 } })
    await change('resetAccountFactors', alan.id)
    expect(await see(alan.username)).toMatchObject({ factors: { totp: false, recoveryCodes: 0 } })
    await db().insertInto('twoStepSignIns').values({ identityId, since: at }).execute()
    await change('resetAccountFactors', alan.id)
    const about = { reason: REASON, by: admin.id }
    expect(await auditOf(alan)).toEqual([
      {
        kind: 'factors_reset',
        details: { totp: true, recoveryCodes: 1, twoStep: false, ...about },
      },
      {
        kind: 'factors_reset',
        details: { totp: false, recoveryCodes: 0, twoStep: true, ...about },
      },
    ])
    const mail = db().selectFrom('mailOutbox').select('kind').where('identityId', '=', identityId)
    const notices = (await mail.execute()).filter(({ kind }) => kind === 'factors_reset')
    expect(notices).toHaveLength(2)
  })

  test('A person is renamed even within 30 days, and the old name stays theirs', async () => {
    const [first, second] = [newName(), newName()]
    for (const username of [first, second]) {
      const { renameAccount } = await identity.ask(RENAME, rename(alan.id, username))
      expect(renameAccount.identity).toEqual({ username })
    }
    const { usernameChangedAt } = await db()
      .selectFrom('identities')
      .select('usernameChangedAt')
      .where('id', '=', alan.id)
      .executeTakeFirstOrThrow()
    expect(usernameChangedAt, 'they may choose one of their own').toBeNull()
    const [entry] = (await auditOf(alan)).slice(-1)
    expect(entry).toEqual({
      kind: 'username_changed',
      details: { username: second, before: first, reason: REASON, by: admin.id },
    })
    const other = await identity.join(newName())
    for (const [username, reason] of [
      [first, 'USERNAME_TAKEN'],
      ['support', 'is reserved'],
    ] as const) {
      const refused = await identity.refusal(RENAME, rename(other.id, username))
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { reason } })
    }
  })

  test.each(['disableAccount', 'enableAccount', 'signOutAccount', 'resetAccountFactors'])(
    '%s needs a reason, a person who exists and an administrator',
    async (field) => {
      expect(await refusal(field, alan.id, ' ')).toMatchObject({ details: { field: 'reason' } })
      expect(await refusal(field, 'identity_unknown')).toMatchObject({ code: 'NOT_FOUND' })
      const variables = { input: { identityId: alan.id, reason: REASON } }
      const refused = await identity.refusal(CHANGE(field), { as: alan, scopes: ADMIN, variables })
      expect(refused).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
      expect(await auditOf(alan)).toEqual([])
    },
  )
})

test('reading many accounts takes the same statements as reading one', async () => {
  for (let count = 0; count < 5; count += 1) await identity.join(newName())
  const query = SEE.replaceAll('search: $search', 'first: $first').replace(
    '$search: String!',
    '$first: Int!',
  )
  const statementsFor = async (first: number) => {
    const read = () => identity.ask(query, { as: admin, scopes: ADMIN, variables: { first } })
    const [statements, { accounts }] = await statementsOf(admin.id, () =>
      requestOf(admin.id).run(read),
    )
    expect(accounts.nodes).toHaveLength(first)
    return statements.length
  }
  const one = await statementsFor(1)
  expect(await statementsFor(5)).toBe(one)
})

describe('at the same moment', () => {
  test('Simultaneous enabling and disabling end in the state of the last audit entry', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await identity.join(newName())
      await change('disableAccount', person.id)
      await Promise.all([
        change('enableAccount', person.id),
        change('disableAccount', person.id),
        change('enableAccount', person.id),
      ])
      const kinds = (await auditOf(person)).map(({ kind }) => kind)
      const turns = kinds.filter((kind) => kind === 'identity_disabled').length
      const { state } = await see(person.username)
      // Every second entry undoes the previous one.
      expect(kinds.length - turns).toBe(state === 'active' ? turns : turns - 1)
    }
  })

  test('Signing in and signing out everywhere at the same moment leave no earlier session', async () => {
    for (let round = 0; round < 8; round += 1) {
      const before = db().selectFrom('sessions').select('id').where('identityId', '=', alan.id)
      const old = (await before.execute()).map(({ id }) => id)
      await Promise.all([change('signOutAccount', alan.id), settle(alan, email).catch(() => null)])
      const left = (await before.execute()).map(({ id }) => id)
      expect(left.filter((id) => old.includes(id))).toEqual([])
    }
  })

  test('Two administrators who disable each other at the same moment leave one', async () => {
    const world = await startTestSubgraph('identity')
    try {
      const tables = () => world.tables<IdentityTables>('identity')
      for (let round = 0; round < 5; round += 1) {
        const pair = [
          await world.join(newName(), { role: 'admin' }),
          await world.join(newName(), { role: 'admin' }),
        ]
        const changes = pair.map(({ id }) =>
          disableAccount(asCommand(tables()), { identityId: id, reason: REASON }),
        )
        const results = await Promise.allSettled(changes)
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const [refused] = results.filter(({ status }) => status === 'rejected')
        expect(refused).toMatchObject({
          reason: { extensions: { details: { reason: 'LAST_ADMINISTRATOR' } } },
        })
        await tables().updateTable('identities').set({ role: 'member' }).execute()
      }
    } finally {
      await world.stop()
    }
  })
})
