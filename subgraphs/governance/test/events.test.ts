// Subscriptions, by the example of a proposal: first the current state, then a result for each burst of changes.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import { SubscriptionResult } from '#foundation/limits/close-signal.ts'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { withBudget } from '#foundation/limits/response-budget.ts'
import { callerOf } from '#test/caller.ts'
import { addProposal } from '#test/story.ts'
import type { LiveResult } from '#test/subscription.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'
import type { GovernanceTables } from '../tables.ts'

const PROPOSAL = `subscription Proposal($id: ID!, $since: String) {
  proposal(id: $id, since: $since) { id yesVotes myVote { vote } }
}`
const VOTE = `mutation Vote($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { yesVotes } }`

const governance = testSubgraph('governance')
let ada: Person
let grace: Person
let id: string
beforeAll(async () => {
  ada = await governance.join('ada')
  grace = await governance.join('grace')
})
beforeEach(async () => {
  id = await addProposal(governance)
})

const watch = (as: Person, about: object = {}) =>
  governance.subscribe(PROPOSAL, { as, variables: { id, ...about } })
const vote = (as: Person, at = governance) => at.ask(VOTE, { as, variables: { id } })
const proposals = () => governance.tables<GovernanceTables>('governance')
const positionOf = ({ extensions }: LiveResult) => decodeEventCursor(extensions!.cursor).position
const watcherCount = async () => {
  let count = -1
  await governance.readPlans((ctx) => Promise.resolve((count = ctx.events.watcherCount())))
  return count
}

describe('Results', () => {
  test('A vote is seen by everybody who watches the proposal', async () => {
    await using live = watch(ada)
    const first = await live.next()
    expect(first).toEqual({
      data: { proposal: { id, yesVotes: 0, myVote: null } },
      extensions: { cursor: expect.any(String) as string },
    })
    await vote(ada)
    expect(await live.data()).toMatchObject({ proposal: { yesVotes: 1, myVote: { vote: 'yes' } } })
    await vote(grace)
    expect(await live.data()).toMatchObject({ proposal: { yesVotes: 2, myVote: { vote: 'yes' } } })
  })

  test('A subscription is checked once its turn has come', async () => {
    const gate = Promise.withResolvers<void>()
    let checked = 0
    const beforeExecution = async () => {
      checked += 1
      await gate.promise
    }
    await using resources = new AsyncDisposableStack()
    const open = () =>
      resources.use(governance.subscribe(PROPOSAL, { as: ada, variables: { id }, beforeExecution }))
    const results = Array.from({ length: 9 }, () => open().data())
    // Before the subscriptions end, which would wait for it after a failure.
    resources.defer(gate.resolve)
    await expect.poll(() => checked).toBe(8)
    await vote(ada)
    expect(checked).toBe(8)
    gate.resolve()
    await Promise.all(results)
    expect(checked).toBe(9)
  })

  test('A machine client may subscribe to what it may read', async () => {
    await using live = governance.subscribe(PROPOSAL, {
      as: { id: 'test-client' },
      variables: { id },
    })
    expect(await live.data()).toEqual({ proposal: { id, yesVotes: 0, myVote: null } })
  })

  test('Changes that are seen together are one result', async () => {
    await using live = watch(ada)
    const positions = [positionOf((await live.next())!)]
    const votes = ['a', 'b', 'c'].map((identityId) => {
      return { proposalId: id, identityId, vote: 'yes', votedAt: new Date() } as const
    })
    await proposals().insertInto('votes').values(votes).execute()
    positions.push(positionOf((await live.next())!))
    await vote(ada)
    positions.push(positionOf((await live.next())!))
    const [first] = positions
    expect(positions).toEqual([first!, first! + 3, first! + 4])
  })

  test('Changes that a client does not read yet are merged into one result, and none is lost', async () => {
    await using reader = watch(grace)
    await using live = watch(ada)
    const start = positionOf((await live.next())!)
    await reader.next()
    const votes = Array.from({ length: 1_100 }, (_, number) => {
      return { proposalId: id, identityId: `${number}`, vote: 'no', votedAt: new Date() } as const
    })
    await proposals().insertInto('votes').values(votes).execute()
    for (let at = start; at < start + 1_100;) at = positionOf((await reader.next())!)
    const result = (await live.next())!
    expect([positionOf(result), result.extensions!.gap]).toEqual([start + 1_100, undefined])
    await vote(ada)
    expect(await live.data()).toMatchObject({ proposal: { yesVotes: 1 } })
  })

  test('A change by another process is seen', async () => {
    const other = await startTestSubgraph('governance', {}, governance)
    await using live = watch(ada)
    await live.next()
    await vote(grace, other)
    expect(await live.data()).toMatchObject({ proposal: { yesVotes: 1 } })
    await other.stop()
  })

  test('A result is built within the response budget of whoever reads it', async () => {
    id = await addProposal(governance, { description: 'x'.repeat(300) })
    const query = 'subscription Text($id: ID!) { proposal(id: $id) { description } }'
    const limits = { bytes: 500, slots: createLargeResponseSlots() }
    const inBudget = (read: () => Promise<void>) =>
      withBudget({ limits, caller: callerOf({ as: ada }), res: new SubscriptionResult() }, read)
    await using live = governance.subscribe(query, { as: ada, variables: { id } })
    for (const voter of [ada, grace]) {
      await inBudget(async () => void (await live.data()))
      await vote(voter)
    }
    const longer = { description: 'x'.repeat(501) }
    await proposals().updateTable('proposals').set(longer).where('id', '=', id).execute()
    const details = { reason: 'ANSWER_TOO_LARGE', limit: 500 }
    await inBudget(async () => {
      expect(await live.next()).toMatchObject({ errors: [{ extensions: { details } }] })
      expect(await live.next()).toBeUndefined()
    })
  })

  test('Each result is executed with a context of its own, after what the transport checks', async () => {
    const checks: string[] = []
    const request = {
      as: ada,
      variables: { id },
      beforeExecution: async () => {
        checks.push('checked')
        if (checks.length === 3) throw new Error('Signed out.')
        await Promise.resolve()
      },
    }
    await using live = governance.subscribe(PROPOSAL, request)
    await live.next()
    await vote(ada)
    await live.data()
    expect(checks).toHaveLength(2)
    await vote(grace)
    await expect(live.next()).rejects.toThrow('Signed out.')
    expect(await live.next()).toBeUndefined()
  })
})

describe('Resuming', () => {
  test('A client learns of a gap if the log no longer reaches back, or is another one', async () => {
    const otherLog = Buffer.from('anotherlog.3').toString('base64url')
    await using live = watch(ada, { since: otherLog })
    expect(await live.next()).toMatchObject({
      data: { proposal: { yesVotes: 0 } },
      extensions: { gap: true },
    })
    await vote(grace)
    expect((await live.next())!.extensions).not.toHaveProperty('gap')
  })

  test('A text that is no cursor is refused before anything is watched', async () => {
    await using live = watch(ada, { since: 'yesterday' })
    expect(await live.next()).toMatchObject({
      errors: [
        {
          path: ['proposal'],
          extensions: { code: 'VALIDATION_ERROR', details: { field: 'since' } },
        },
      ],
    })
    expect(await live.next()).toBeUndefined()
  })
})

describe('Refusals', () => {
  test('An unknown proposal is refused, and the subscription ends', async () => {
    id = 'proposal_none'
    await using live = watch(ada)
    expect(await live.next()).toMatchObject({
      data: { proposal: null },
      errors: [{ path: ['proposal'], extensions: { code: 'NOT_FOUND' } }],
    })
    expect(await live.next()).toBeUndefined()
    expect(await watcherCount()).toBe(0)
  })

  test.each([
    ['no token', {}, 'INVALID_TOKEN'],
    ['a token without the scope', { scopes: ['email'] }, 'INSUFFICIENT_PERMISSIONS'],
  ])('A caller with %s is refused before anything is watched', async (_who, rights, code) => {
    const as = 'scopes' in rights ? ada : undefined
    const request = { ...(as && { as }), ...rights, variables: { id } }
    await using live = governance.subscribe(PROPOSAL, request)
    const result = (await live.next())!
    expect(result.errors).toMatchObject([{ path: ['proposal'], extensions: { code } }])
    expect(result).not.toHaveProperty('data')
    expect(await live.next()).toBeUndefined()
  })

  test('A subscription that is sent as a query is refused', async () => {
    expect(await governance.refusal(PROPOSAL, { as: ada, variables: { id } })).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        field: 'query',
        reason: 'must be a query or a mutation; a subscription is an event stream',
      },
    })
  })
})

describe('The end', () => {
  test('A consumer that leaves while it waits frees everything', async () => {
    const live = watch(ada)
    await live.next()
    expect(await watcherCount()).toBe(1)
    const waiting = live.next()
    await live.leave()
    expect(await waiting).toBeUndefined()
    expect(await watcherCount()).toBe(0)
  })

  test('An aborted signal ends the subscription, and frees everything', async () => {
    const ending = new AbortController()
    const request = { as: ada, variables: { id }, signal: ending.signal }
    const live = governance.subscribe(PROPOSAL, request)
    await live.next()
    const waiting = live.next()
    ending.abort()
    expect(await waiting).toBeUndefined()
    expect(await watcherCount()).toBe(0)
  })
})
