import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchEntity } from '#foundation/events/occurrences.ts'
import { addProposal } from '#test/story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

let governance: TestSubgraph
let ada: Person
beforeAll(async () => {
  governance = await startTestSubgraph('governance')
  ada = await governance.join('ada')
})
afterAll(() => governance.stop())

test('a vote is seen by whoever watches the proposal', async () => {
  const id = await addProposal(governance)
  const leaving = new AbortController()
  await governance.readPlans(async (ctx) => {
    const occurrences = watchEntity(ctx.events, [id], { signal: leaving.signal })
    const { value: first } = await occurrences.next()
    expect(first).toMatchObject({ hasGap: false, event: undefined })
    await governance.ask(
      `mutation Vote($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { yesVotes } }`,
      { as: ada, variables: { id } },
    )
    const { value: second } = await occurrences.next()
    expect(second).toMatchObject({ event: { kind: 'vote.cast', subjectId: id } })
    leaving.abort()
    expect(await occurrences.next()).toMatchObject({ done: true })
  })
})
