// Subscriptions through the router over the whole system, in one process and with every service apart.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream, type LiveStream, type SentEvent } from '#test/live-client.ts'
import { addProposal } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'

const FIELDS = '{ id title yesVotes myVote { vote } proposer { username level } }'

describe.each(['one process', 'over HTTP'] as const)('with the services in %s', (topology) => {
  let system: TestSystem
  let ada: Person
  beforeAll(async () => {
    system = await startTestSystem({ topology })
    ada = await system.join('ada')
  })
  afterAll(() => system.stop())

  const subscribe = async (query: string, variables: object) =>
    openStream(system.address('router'), { query, variables, token: await ada.token() })
  const propose = () => addProposal(system, { proposerId: ada.id })
  const vote = async (person: Person, id: string) => {
    const text = `mutation { castVote(proposalId: "${id}", input: { vote: yes }) { proposalId } }`
    const { body } = await system.graphql(text, { token: await person.token() })
    expect(body.errors).toBeUndefined()
  }
  const query = async (text: string, variables: object) => {
    const { body } = await system.graphql(text, { token: await ada.token(), variables })
    return body as { data: unknown; errors?: unknown }
  }

  test('a result has the fields of other services, and those after a change are new', async () => {
    const id = await propose()
    const document = `subscription ($id: ID!) { live: proposal(id: $id) ${FIELDS} }`
    await using stream = await subscribe(document, { id })
    const { data: first } = await stream.next()
    const proposer = { username: 'ada', level: 1 }
    expect(first.data.live).toMatchObject({ id, yesVotes: 0, myVote: null, proposer })
    await vote(ada, id)
    const second = await resultAfter(stream, ({ data }) => data.live.yesVotes > 0)
    expect(second.data.live).toMatchObject({ yesVotes: 1, myVote: { vote: 'yes' }, proposer })
    expect(second.extensions.cursor).not.toBe(first.extensions.cursor)
  })

  test('an unknown proposal is refused as by the query, and the subscription is complete', async () => {
    const id = 'proposal_00000000000000000000000000'
    const { errors } = await query(`query ($id: ID!) { proposal(id: $id) ${FIELDS} }`, { id })
    await using stream = await subscribe(
      `subscription ($id: ID!) { proposal(id: $id) ${FIELDS} }`,
      {
        id,
      },
    )
    const { data } = await stream.next()
    expect({ errors: data.errors.map(withoutRequest) }).toEqual({
      errors: (errors as object[]).map(withoutRequest),
    })
    expect(await stream.rest()).toMatchObject([{ event: 'complete' }])
  })

  if (topology !== 'over HTTP') return

  test('A subscription lacks the fields of a stopped service, and resumes after its own service returns', async () => {
    const id = await propose()
    const document = `subscription ($id: ID!, $since: String) {
        proposal(id: $id, since: $since) { yesVotes proposer { username } }
      }`
    const eve = await system.join('eve')
    await using stream = await subscribe(document, { id })
    await stream.next()
    await system.stopService('identity')
    await vote(eve, id)
    const partial = await resultAfter(stream, ({ data }) => data.proposal.yesVotes > 0)
    expect(partial.data).toEqual({ proposal: { yesVotes: 1, proposer: null } })
    expect(partial.errors).toMatchObject([
      { path: ['proposal', 'proposer', 'username'], extensions: { code: 'INTERNAL_ERROR' } },
    ])
    await system.startService('identity')
    await system.stopService('governance')
    const ends = await stream.rest()
    // Without the event `complete`, clients subscribe again.
    expect(ends.map(({ event }) => event)).toEqual(['next'])
    const [end] = ends
    const details = { retry: true, service: 'governance' }
    expect(end!.data.errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR', details } }])
    await system.startService('governance')
    const since = partial.extensions.cursor
    await using resumed = await subscribe(document, { id, since })
    const { data } = await resumed.next()
    expect(data.data.proposal).toEqual({ yesVotes: 1, proposer: { username: 'ada' } })
  })
})

/** The first result that shows a change. The event of the proposal itself may arrive before. */
async function resultAfter(
  stream: LiveStream,
  isAfter: (result: SentEvent['data']) => boolean,
): Promise<SentEvent['data']> {
  const { data } = await stream.next()
  return isAfter(data) ? data : resultAfter(stream, isAfter)
}

/** An error without what differs from request to request. */
function withoutRequest(error: object): object {
  const { locations: _locations, ...rest } = error as { locations?: unknown }
  return rest
}
