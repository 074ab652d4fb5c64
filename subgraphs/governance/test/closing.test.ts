// The end of voting: by the clock, for readers and closers alike, or by the author before anybody has voted.
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { addProposal } from '#test/story.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'
import type { GovernanceTables } from '../tables.ts'

const governance = testSubgraph('governance')

const someone = () => governance.join(`p${crypto.randomUUID().slice(0, 8)}`)

let ada: Person
let end: Date
beforeEach(async () => {
  ada = await someone()
  // The clock advances from test to test.
  end = new Date(governance.clock.now.getTime() + 3_600_000)
})

const FIND = 'query ($id: ID!) { proposal(id: $id) { status yesVotes noVotes quorum outcome } }'
const CANCEL = 'mutation ($id: ID!) { cancelProposal(id: $id) { id status } }'
const VOTE = `mutation ($id: ID!, $vote: VoteChoice!) {
  castVote(proposalId: $id, input: { vote: $vote }) { yesVotes noVotes }
}`

const find = async (id: string) =>
  (await governance.ask(FIND, { as: ada, variables: { id } })).proposal
const statusOf = async (id: string) => (await find(id)).status as string
const cancel = (id: string, as = ada) => governance.run(CANCEL, { as, variables: { id } })
const refusal = (id: string, as = ada) => governance.refusal(CANCEL, { as, variables: { id } })
const vote = (id: string, as: Person, choice = 'yes') =>
  governance.run(VOTE, { as, variables: { id, vote: choice } })

/** The recorded outcomes of proposals. */
async function outcomesOf(...ids: string[]) {
  const { tables } = governance
  const rows = await tables<GovernanceTables>('governance')
    .selectFrom('proposals')
    .select('outcome')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ outcome }) => outcome)
}
const people = (count: number) => atOnce(count, () => someone())

const ENDINGS: [yesVotes: number, noVotes: number, quorum: number, status: string][] = [
  [0, 0, 1, 'rejected'],
  [1, 0, 1, 'passed'],
  [0, 1, 1, 'rejected'],
  [2, 2, 1, 'rejected'],
  [3, 2, 5, 'passed'],
  [3, 1, 5, 'rejected'],
  [5, 0, 6, 'rejected'],
  [2, 3, 5, 'rejected'],
]

describe.each(ENDINGS)('with %i yes, %i no and a quorum of %i', (yesVotes, noVotes, quorum, to) => {
  test(`a proposal is active until its end, and then ${to}`, async () => {
    const id = await addProposal(governance, { yesVotes, noVotes, quorum, endTime: end })
    governance.clock.now = new Date(end.getTime() - 1)
    await governance.work()
    // The result if voting ended now is visible before the end.
    expect(await find(id)).toEqual({ status: 'active', outcome: to, yesVotes, noVotes, quorum })
    governance.clock.now = end
    expect(await find(id)).toEqual({ status: to, outcome: to, yesVotes, noVotes, quorum })
    expect(await outcomesOf(id)).toEqual([null])
    await governance.work()
    expect(await statusOf(id)).toBe(to)
    expect(await outcomesOf(id)).toEqual([to])
  })
})

describe('closing', () => {
  test('Closing ends every due proposal and no other, in batches, beside other closers', async () => {
    const ids = await atOnce(250, (index) =>
      addProposal(governance, { endTime: end, yesVotes: index % 2 }),
    )
    const open = await addProposal(governance, { endTime: new Date(end.getTime() + 1) })
    governance.clock.now = end
    await Promise.all([governance.work(), governance.work(), governance.work()])
    const reported = await outcomesOf(...ids)
    expect(reported.filter((outcome) => outcome === 'passed')).toHaveLength(125)
    expect(reported.filter((outcome) => outcome === 'rejected')).toHaveLength(125)
    expect(await statusOf(open)).toBe('active')
    expect(await outcomesOf(open)).toEqual([null])
  })

  test('Closing stops when the service stops', async () => {
    const id = await addProposal(governance, { endTime: end })
    governance.clock.now = end
    await governance.work(AbortSignal.abort())
    expect(await outcomesOf(id)).toEqual([null])
  })

  test('Closing counts every vote that is not refused', async () => {
    const voters = await people(40)
    const id = await addProposal(governance, { endTime: end })
    governance.clock.now = new Date(end.getTime() - 1)
    const votes = voters.map((as, index) => vote(id, as, index % 4 === 0 ? 'no' : 'yes'))
    // By now, all votes have read the clock, and some are still being counted when voting ends.
    await Promise.race(votes)
    governance.clock.now = end
    const rounds = Array.from({ length: 20 }, () => governance.work())
    const [responses] = await Promise.all([Promise.all(votes), ...rounds])
    await governance.work()
    const refusals = refusalsOf(responses)
    for (const refused of refusals) {
      expect(refused).toMatchObject({ details: { reason: 'VOTING_CLOSED' } })
    }
    const { status, yesVotes, noVotes } = await find(id)
    expect(yesVotes + noVotes).toBe(40 - refusals.length)
    expect(status).toBe(yesVotes > noVotes ? 'passed' : 'rejected')
    expect(await outcomesOf(id)).toEqual([status])
  })

  test('Closing skips a proposal on which a vote is being counted', async () => {
    const id = await addProposal(governance, { endTime: end })
    governance.clock.now = end
    await governance
      .tables<GovernanceTables>('governance')
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('proposals').set({ yesVotes: 1 }).where('id', '=', id).execute()
        await governance.work()
        expect(await outcomesOf(id)).toEqual([null])
      })
    await governance.work()
    expect(await outcomesOf(id)).toEqual(['passed'])
  })

  test('A vote that waits for closing is refused, whatever its clock says', async () => {
    const id = await addProposal(governance, { endTime: end })
    const tables = governance.tables<GovernanceTables>('governance')
    const voting = await tables.transaction().execute(async (trx) => {
      await trx.updateTable('proposals').set({ outcome: 'rejected' }).where('id', '=', id).execute()
      const request = vote(id, ada)
      await expect.poll(() => sessionsWaiting(governance.tables('governance'))).toBe(1)
      return { request }
    })
    const { errors } = await voting.request
    expect(errors?.[0]?.extensions).toMatchObject({ details: { reason: 'VOTING_CLOSED' } })
    expect(await find(id)).toMatchObject({ status: 'rejected', yesVotes: 0, noVotes: 0 })
    const query = '{ me { credentials { type } } }'
    expect(await governance.ask(query, { as: ada, at: 'identity' })).toEqual({
      me: { credentials: [] },
    })
  })
})

describe('the author', () => {
  test('The author cancels a proposal without votes, for good', async () => {
    const id = await addProposal(governance, { proposerId: ada.id, endTime: end })
    expect((await cancel(id)).data).toEqual({ cancelProposal: { id, status: 'cancelled' } })
    governance.clock.now = end
    await governance.work()
    expect(await statusOf(id)).toBe('cancelled')
    expect(await outcomesOf(id)).toEqual(['cancelled'])
  })

  test('The author cannot cancel a proposal that has a vote', async () => {
    const id = await addProposal(governance, { proposerId: ada.id })
    await vote(id, ada, 'no')
    expect(await refusal(id)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'ALREADY_VOTED' },
    })
    expect(await statusOf(id)).toBe('active')
  })

  test('The author cannot cancel a proposal that has ended or is cancelled', async () => {
    const CLOSED = { code: 'VALIDATION_ERROR', details: { reason: 'VOTING_CLOSED' } }
    const over = await addProposal(governance, { proposerId: ada.id, endTime: end })
    const cancelled = await addProposal(governance, { proposerId: ada.id })
    await cancel(cancelled)
    governance.clock.now = end
    for (const id of [over, cancelled]) expect(await refusal(id)).toEqual(CLOSED)
    expect(await statusOf(over)).toBe('rejected')
  })

  test('Only the author can cancel a proposal', async () => {
    const grace = await someone()
    const id = await addProposal(governance, { proposerId: ada.id })
    expect(await refusal(id, grace)).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'not_author' },
    })
    expect(await statusOf(id)).toBe('active')
  })

  test('Of a cancellation and a concurrent vote, whichever comes first wins', async () => {
    const voters = await people(5)
    for (let round = 0; round < 12; round += 1) {
      const id = await addProposal(governance, { proposerId: ada.id })
      const cancelling = () => cancel(id)
      const voting = voters.map((as) => () => vote(id, as))
      // The cancellation begins first, last, and at every position between.
      const begun = [...voting.slice(0, round % 6), cancelling, ...voting.slice(round % 6)]
      const responses = await Promise.all(begun.map((begin) => begin()))
      const [cancelled] = responses.splice(round % 6, 1)
      const refusals = refusalsOf(responses).map((refused) => refused?.details)
      const { status, yesVotes } = await find(id)
      if (cancelled?.errors) {
        expect(cancelled.errors[0]?.extensions?.details).toEqual({ reason: 'ALREADY_VOTED' })
        expect([status, yesVotes, refusals]).toEqual(['active', 5, []])
      } else {
        expect([status, yesVotes]).toEqual(['cancelled', 0])
        expect(refusals).toEqual(voters.map(() => ({ reason: 'VOTING_CLOSED' })))
      }
    }
  })
})

test('a proposal keeps the quorum under which it was put to the vote', async () => {
  const strict = await startTestSubgraph('governance', { QUORUM: '2' })
  try {
    const grace = await strict.join('grace', { xp: 122_500 })
    const CREATE = `mutation ($end: DateTimeISO) {
      createProposal(input: { title: "t", description: "d", endTime: $end }) { id }
    }`
    const request = { as: grace, variables: { end: end.toISOString() } }
    const ids = await Promise.all(
      [1, 2].map(async () => (await strict.ask(CREATE, request)).createProposal.id as string),
    )
    const castYes = (as: Person, id: string) =>
      strict.ask(VOTE, { as, variables: { id, vote: 'yes' } })
    for (const id of ids) await castYes(grace, id)
    await castYes(await strict.join('alan'), ids[1]!)
    strict.clock.now = end
    const statuses = ids.map((id) => strict.ask(FIND, { as: grace, variables: { id } }))
    expect(await Promise.all(statuses)).toMatchObject([
      { proposal: { status: 'rejected', yesVotes: 1 } },
      { proposal: { status: 'passed', yesVotes: 2 } },
    ])
  } finally {
    await strict.stop()
  }
})
