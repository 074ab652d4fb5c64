// The credential of taking part: issued and brought up to date, also after an outage, and in order.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'
import { LEASE_MS } from '../domain/participation.ts'
import type { GovernanceTables } from '../tables.ts'

let governance: TestSubgraph
let ada: Person
beforeEach(async () => {
  governance = await startTestSubgraph('governance')
  ada = await governance.join('ada', { xp: 122_500 })
})
afterEach(() => governance.stop())

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
const participations = () =>
  governance
    .tables<GovernanceTables>('governance')
    .selectFrom('participations')
    .selectAll()
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
  expect(await participations()).toMatchObject([{ version: 1, grantedVersion: 1 }])
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
  const grace = await governance.join('grace')
  await propose()
  await vote(grace)
  expect(await claimsOf(ada)).toEqual({ voted: false, proposalCount: 1 })
  expect(await claimsOf(grace)).toEqual({ voted: true, proposalCount: 0 })
})

test('a refused vote changes nothing', async () => {
  const variables = { id: await addProposal(governance, { endTime: governance.clock.now }) }
  await governance.refusal(VOTE, { as: ada, variables })
  expect(await participations()).toEqual([])
  expect(await credentialsOf(ada)).toEqual([])
})

test('twenty proposals and votes at once are all in the credential', async () => {
  await Promise.all(Array.from({ length: 10 }, () => [propose(), vote()]).flat())
  expect(await claimsOf()).toEqual({ voted: true, proposalCount: 10 })
  expect(await participations()).toMatchObject([{ version: 11, grantedVersion: 11 }])
})

describe('while Identity is away', () => {
  beforeEach(() => governance.stopService('identity'))

  test('a vote counts, and the sweep issues the credential', async () => {
    expect(await vote()).toEqual({ yesVotes: 1 })
    await governance.startService('identity')
    pass(LEASE_MS - 1)
    await governance.work()
    expect(await claimsOf()).toBeUndefined()
    pass(1)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 0 })
    expect(await participations()).toMatchObject([{ attempts: 1, grantedVersion: 1 }])
    pass(3_600_000)
    await governance.work()
    expect(await participations()).toMatchObject([{ attempts: 1 }])
  })

  test('what happens next brings the credential up to date as well', async () => {
    await vote()
    await governance.startService('identity')
    await propose()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 1 })
    pass(LEASE_MS)
    await governance.work()
    expect(await participations()).toMatchObject([{ attempts: 0, version: 2, grantedVersion: 2 }])
  })

  test('the sweep waits longer each time, up to five minutes', async () => {
    await vote()
    pass(LEASE_MS)
    const waits: number[] = []
    for (let attempts = 1; attempts <= 11; attempts += 1) {
      await governance.work()
      const [{ nextAttemptAt, attempts: counted } = expect.fail()] = await participations()
      expect(counted).toBe(attempts)
      waits.push((nextAttemptAt.getTime() - governance.clock.now.getTime()) / 1000)
      governance.clock.now = nextAttemptAt
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('one whom Identity does not know keeps nobody else from their credential', async () => {
    await vote({ id: 'identity_unknown', username: 'ghost' })
    await vote()
    await governance.startService('identity')
    pass(LEASE_MS)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 0 })
    expect(await participations()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ identityId: 'identity_unknown', grantedVersion: 0 }),
      ]),
    )
  })

  test('sweeps at once share what is due', async () => {
    // More than one batch of a sweep.
    const people = await Promise.all(
      Array.from({ length: 60 }, (_none, index) => governance.join(`person_${index}`)),
    )
    const id = await addProposal(governance)
    await Promise.all(people.map((as) => governance.ask(VOTE, { as, variables: { id } })))
    await governance.startService('identity')
    pass(LEASE_MS)
    await Promise.all([governance.work(), governance.work(), governance.work()])
    const settled = await participations()
    expect(settled).toHaveLength(60)
    for (const row of settled) expect(row).toMatchObject({ attempts: 1, grantedVersion: 1 })
    for (const as of people.slice(0, 5)) expect(await credentialsOf(as)).toHaveLength(1)
  })
})

describe('an update that arrives late', () => {
  test('does not take the credential back', async () => {
    await vote()
    await propose()
    await propose()
    // A process that read the second version before the third was there tells it only now.
    const tables = governance.tables<GovernanceTables>('governance')
    await tables
      .updateTable('participations')
      .set({ version: 2, proposalCount: 1, grantedVersion: 1 })
      .execute()
    pass(LEASE_MS)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 2 })
  })

  test('leaves the credential due when there is more to tell', async () => {
    await sql`
      create function identity.propose_meanwhile() returns trigger language plpgsql as $$
        begin
          update governance.participations
            set proposal_count = proposal_count + 1, version = version + 1;
          return new;
        end $$`.execute(governance.tables('identity'))
    await sql`
      create trigger meanwhile after insert on identity.credentials
      for each row execute function identity.propose_meanwhile()`.execute(
      governance.tables('identity'),
    )
    await vote()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 0 })
    expect(await participations()).toMatchObject([{ version: 2, grantedVersion: 1 }])
    pass(LEASE_MS)
    await governance.work()
    expect(await claimsOf()).toEqual({ voted: true, proposalCount: 1 })
    expect(await participations()).toMatchObject([{ version: 2, grantedVersion: 2 }])
  })
})
