// Administrators find people and see their accounts.
import { describe, expect, test } from 'vitest'
import { requestOf } from '#test/current-caller.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { accountsOf, ADMIN, FIND, newName, SEE } from './story.ts'

const identity = testSubgraph('identity')
const { admin, alan, db, find, see, change } = accountsOf(identity)

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
})

describe('a list of accounts', () => {
  test('Accounts are found by username, by a similar display name, and by a complete address or wallet', async () => {
    expect(await find({ search: alan.username })).toEqual([alan.id])
    expect(await find({ search: 'Alna Turing' })).toContain(alan.id)
    expect(await find({ email: alan.email.toUpperCase() })).toEqual([alan.id])
    expect(await find({ email: alan.email.slice(1) })).toEqual([])
    expect(await find({ wallet: alan.wallet.toLowerCase() })).toEqual([alan.id])
    expect(await find({ wallet: alan.wallet, email: 'else@mail.example' })).toEqual([])
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
      const refused = await identity.refusal(FIND, { ...asking, variables: { email: alan.email } })
      expect(refused).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
      expect(JSON.stringify(refused)).not.toContain(alan.email)
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

test('An account shows how the person signs in, where they are, and what was recorded', async () => {
  expect(await see(alan.username)).toMatchObject({
    state: 'active',
    disabledAt: null,
    lockedAt: null,
    deletionDueAt: null,
    isAdministrator: false,
    email: alan.email,
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

test('Reading many accounts takes the same statements as reading one', async () => {
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
