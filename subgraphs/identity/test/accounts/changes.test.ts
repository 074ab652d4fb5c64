// Administrators change accounts: they disable, rename and sign out people, and reset their factors.
import { expect, test } from 'vitest'
import { requestToLeave } from '#test/leaving.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { asCommand } from '../../commands/command.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { accountsOf, ADMIN, newName, REASON } from './story.ts'

const identity = testSubgraph('identity')
const { admin, alan, db, find, see, change, auditOf, signIn } = accountsOf(identity)

const RENAME = `mutation ($input: RenameAccountInput!) {
  renameAccount(input: $input) { identity { username } }
}`
const rename = (identityId: string, username: string) => ({
  as: admin,
  scopes: ADMIN,
  variables: { input: { identityId, username, reason: REASON } },
})

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
