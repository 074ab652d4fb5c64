// The participation credential is issued and updated in order, even after an outage.
import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '#foundation/database/outboxes/outbox.ts'
import { sessionsWaiting } from '#test/database.ts'
import { addProposal } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { GovernanceTables } from '../tables.ts'

const governance = testSubgraph('governance')
let ada: Person
beforeEach(async () => {
  ada = await someone()
})
afterEach(() => governance.startService('identity'))

/** A new person whose level is high enough to propose. */
const someone = () => governance.join(`p${crypto.randomUUID().slice(0, 8)}`, { xp: 122_500 })

const CREATE = `mutation {
  createProposal(input: { title: "Plant a Grove", description: "A tree for every house." }) { id }
}`
const VOTE = `mutation ($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { yesVotes } }`

const propose = (as = ada) => governance.ask(CREATE, { as })
const vote = async (as = ada) => {
  const variables = { id: await addProposal(governance) }
  return (await governance.ask(VOTE, { as, variables })).castVote
}
const credentialsOf = async (as: Person) => {
  const query = '{ credentials { nodes { id type claims } } }'
  return (await governance.ask(query, { as, at: 'identity' })).credentials.nodes
}
const claimsOf = async (as = ada) => (await credentialsOf(as))[0]?.claims
const participationOf = ({ id } = ada) =>
  governance
    .tables<GovernanceTables>('governance')
    .selectFrom('participations')
    .selectAll()
    .where('identityId', '=', id)
    .executeTakeFirst()
const change = (about: Updateable<GovernanceTables['participations']>) =>
  governance
    .tables<GovernanceTables>('governance')
    .updateTable('participations')
    .set(about)
    .where('identityId', '=', ada.id)
    .execute()
const pass = (ms: number) =>
  void (governance.clock.now = new Date(governance.clock.now.getTime() + ms))

test('a first vote issues the credential, and another one leaves it as it is', async () => {
  await vote()
  const credentials = await credentialsOf(ada)
  expect(credentials).toMatchObject([
    { type: 'governance_participant', claims: { voted: true, proposalCount: 0 } },
  ])
  await vote()
  expect(await credentialsOf(ada)).toEqual(credentials)
  expect(await participationOf()).toMatchObject({ version: 1, grantedVersion: 1 })
})

test('proposals are counted, also those that were cancelled', async () => {
  const { createProposal } = await propose()
  expect(await claimsOf()).toEqual({ voted: false, proposalCount: 1 })
  const cancel = 'mutation ($id: ID!) { cancelProposal(id: $id) { status } }'
  await governance.ask(cancel, { as: ada, variables: { id: createProposal.id } })
  await propose()
  expect(await claimsOf()).toEqual({ voted: false, proposalCount: 2 })
  await vote()
  expect(await claimsOf()).toEqual({ voted: true, proposalCount: 2 })
  await propose()
  expect(await claimsOf()).toEqual({ voted: true, proposalCount: 3 })
  expect(await credentialsOf(ada)).toHaveLength(1)
})

test('each person has a credential of their own', async () => {
  const grace = await someone()
  await propose()
  await vote(grace)
  expect(await claimsOf(ada)).toEqual({ voted: false, proposalCount: 1 })
  expect(await claimsOf(grace)).toEqual({ voted: true, proposalCount: 0 })
})

test('a refused vote changes nothing', async () => {
  const variables = { id: await addProposal(governance, { endTime: governance.clock.now }) }
  await governance.refusal(VOTE, { as: ada, variables })
  expect(await participationOf()).toBeUndefined()
  expect(await credentialsOf(ada)).toEqual([])
})

test('twenty proposals and votes at once are all in the credential', async () => {
  await Promise.all(Array.from({ length: 10 }, () => [propose(), vote()]).flat())
  expect(await claimsOf()).toEqual({ voted: true, proposalCount: 10 })
  expect(await participationOf()).toMatchObject({ version: 11, grantedVersion: 11 })
})

describe('while Identity is away', () => {
  beforeEach(() => governance.stopService('identity'))

  test('While Identity is away, a vote counts, and the sweep issues the credential', async () => {
    expect(await vote()).toEqual({ yesVotes: 1 })
    await governance.startService('identity')
    pass(LEASE_MS - 1)
    await governance.work()
    expect(await claimsOf()).toBeUndefined()
    pass(1)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 0 })
    expect(await participationOf()).toMatchObject({ attempts: 1, grantedVersion: 1 })
    pass(3_600_000)
    await governance.work()
    expect(await participationOf()).toMatchObject({ attempts: 1 })
  })

  test('The next vote or proposal also brings the credential up to date', async () => {
    await vote()
    await governance.startService('identity')
    await propose()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 1 })
    pass(LEASE_MS)
    await governance.work()
    expect(await participationOf()).toMatchObject({ attempts: 0, version: 2, grantedVersion: 2 })
  })

  test('A person whom Identity does not know does not block the credentials of others', async () => {
    const ghost = { id: 'identity_unknown', username: 'ghost' }
    await vote(ghost)
    await vote()
    await governance.startService('identity')
    pass(LEASE_MS)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 0 })
    expect(await participationOf(ghost)).toMatchObject({ attempts: 1, grantedVersion: 0 })
  })

  test('Concurrent sweeps share the due rows', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, someone))
    const id = await addProposal(governance)
    await Promise.all(people.map((as) => governance.ask(VOTE, { as, variables: { id } })))
    await governance.startService('identity')
    pass(LEASE_MS)
    await Promise.all([governance.work(), governance.work(), governance.work()])
    for (const as of people) {
      expect(await participationOf(as)).toMatchObject({ attempts: 1, grantedVersion: 1 })
    }
    for (const as of people.slice(0, 5)) expect(await credentialsOf(as)).toHaveLength(1)
  })
})

describe('an update that arrives late', () => {
  test('A late update does not revert the credential', async () => {
    await vote()
    await propose()
    await propose()
    // A process that read the second version before the third existed sends it only now.
    await change({ version: 2, proposalCount: 1, grantedVersion: 1 })
    pass(LEASE_MS)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 2 })
  })

  test('A late update leaves the credential due if there is a newer version', async () => {
    const held = await governance.tables('identity').startTransaction().execute()
    await sql`select from identities where id = ${ada.id} for update`.execute(held)
    const voting = vote()
    await expect.poll(() => sessionsWaiting(governance.tables('identity'))).toBe(1)
    // Meanwhile, a process commits a proposal and dies before it sends anything.
    await change({ version: 2, proposalCount: 1 })
    await held.commit().execute()
    await voting
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 0 })
    expect(await participationOf()).toMatchObject({ version: 2, grantedVersion: 1 })
    pass(LEASE_MS)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 1 })
    expect(await participationOf()).toMatchObject({ version: 2, grantedVersion: 2 })
  })
})
