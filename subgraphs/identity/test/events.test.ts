// Who learns of what happens to people.
import { beforeAll, expect, test } from 'vitest'
import { readFromNow } from '#test/event-reader.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityTables } from '../tables.ts'

const identity = testSubgraph('identity')
let ada: Person
let grace: Person
let olga: Person
beforeAll(async () => {
  ada = await identity.join('ada')
  grace = await identity.join('grace')
  olga = await identity.join('olga', { role: 'admin' })
})

const GRANT = 'mutation ($input: GrantXpInput!) { grantXp(input: $input) { xp } }'
const HIDE = 'mutation ($input: HideUsernameInput!) { hideUsername(input: $input) { id } }'
const CREDENTIAL = `mutation ($input: GrantCredentialInput!) {
  grantCredential(input: $input) { __typename }
}`
const asAdmin = () => ({ as: olga, scopes: ['identity', 'admin'] })

test('Xp and levels are known to the person and administrators', async () => {
  const learnedBy = await readFromNow(identity, 'identity')
  const input = { key: 'k', identityId: ada.id, amount: 120 }
  await identity.ask(GRANT, { service: 'path', variables: { input } })
  for (const one of [{ as: ada }, asAdmin()]) {
    expect((await learnedBy(one)).toSorted()).toEqual(['level.reached', 'xp.changed'])
  }
  expect(await learnedBy({ as: grace })).toEqual([])
})

test('Others learn that a profile changed, but not that its names are hidden', async () => {
  const learnedBy = await readFromNow(identity, 'identity')
  const variables = { input: { id: ada.id, reason: 'rude' } }
  await identity.ask(HIDE, { ...asAdmin(), variables })
  expect(await learnedBy({ as: grace })).toEqual(['profile.changed'])
  expect((await learnedBy({ as: ada })).toSorted()).toEqual(['names.hidden', 'profile.changed'])
})

test('An event of a credential or a wallet needs the scope', async () => {
  const learnedBy = await readFromNow(identity, 'identity')
  const input = { key: 'c', identityId: ada.id, type: 'path_initiate', claims: {} }
  await identity.ask(CREDENTIAL, { service: 'path', variables: { input } })
  const wallets = identity.tables<IdentityTables>('identity')
  await wallets
    .insertInto('wallets')
    .values({
      id: 'wallet_of_ada',
      identityId: ada.id,
      address: `0x${'ab'.repeat(20)}`,
      chainId: 1,
      challengeHash: Buffer.alloc(32),
      linkedAt: new Date(),
      signsIn: false,
    })
    .execute()
  await wallets.deleteFrom('wallets').where('id', '=', 'wallet_of_ada').execute()
  const known = ['credential.issued', 'wallet.linked', 'wallet.unlinked']
  expect((await learnedBy({ as: ada })).toSorted()).toEqual(known)
  expect(await learnedBy({ as: ada, scopes: ['identity'] })).toEqual([])
})
