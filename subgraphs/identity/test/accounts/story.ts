// Accounts as administrators find, see and change them, for these tests.
import { beforeAll, beforeEach } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { addClient } from '#test/grant-story.ts'
import type { Person, TestSubgraph } from '#test/subgraph.ts'
import { newWallet } from '#test/wallet.ts'
import { asCommand } from '../../commands/command.ts'
import { startSession } from '../../domain/sessions/session.ts'
import type { IdentityTables } from '../../tables.ts'

export const ADMIN = ['identity', 'admin']
export const REASON = 'They asked for it by telephone.'
export const FIND = `query ($search: String, $email: String, $wallet: String) {
  accounts(search: $search, email: $email, wallet: $wallet) {
    nodes { identity { id username } state } totalCount
  }
}`
export const SEE = `query ($search: String!) {
  accounts(search: $search) { nodes {
    state disabledAt lockedAt deletionDueAt isAdministrator email emailVerifiedAt
    factors { password totp passkeys recoveryCodes }
    sessions { method userAgent address signedInAt }
    grants { clientId scopes }
    auditEvents(first: 5) { nodes { kind details } totalCount }
  } }
}`
export const CHANGE = (field: string) => `mutation ($input: ChangeAccountInput!) {
  ${field}(input: $input) { identity { id username } state disabledAt sessions { method } grants { clientId } }
}`

export const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

/** An administrator, and before each test alan, who is signed in and has an address, a wallet and an app. */
export function accountsOf(identity: TestSubgraph) {
  const admin = {} as Person
  const alan = {} as Person & { email: string; wallet: string }
  beforeAll(async () => {
    Object.assign(admin, await identity.join('admin_ada', { role: 'admin' }))
    await addClient(identity, 'web')
  })
  beforeEach(async () => {
    const person = await identity.join(newName(), { displayName: 'Alan Turing' })
    const email = `${newName()}@Mail.example`
    Object.assign(alan, person, { email, wallet: await settle(person, email) })
  })

  const db = () => identity.tables<IdentityTables>('identity')
  const find = async (variables: Record<string, unknown>) => {
    const { accounts } = await identity.ask(FIND, { as: admin, scopes: ADMIN, variables })
    return accounts.nodes.map((node: { identity: { id: string } }) => node.identity.id) as string[]
  }
  const see = async (search: string) => {
    const asking = { as: admin, scopes: ADMIN, variables: { search } }
    const { accounts } = await identity.ask(SEE, asking)
    return accounts.nodes[0]
  }
  const change = (field: string, identityId: string, reason = REASON) => {
    const variables = { input: { identityId, reason } }
    return identity.ask(CHANGE(field), { as: admin, scopes: ADMIN, variables })
  }
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
    const methods = { method: 'password', methods: ['pwd'] } as const
    return startSession(
      asCommand(db()),
      { identityId, ...methods, userAgent: 'curl/8', browser: identityId },
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

  return { admin, alan, db, find, see, change, auditOf, signIn }
}
