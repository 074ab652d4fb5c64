// The event log as a list, in the service whose subjects are the simplest.
import { beforeAll, expect, test, vi } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import { TIMEOUT } from '#test/process.ts'
import { addProposal } from '#test/story.ts'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import type { GovernanceTables } from '../tables.ts'

const LIST = `query List($after: String, $types: [String!], $first: Int) {
  governanceEvents(after: $after, types: $types, first: $first) {
    events { cursor type subject { type id } related at }
    next
    hasMore
    gap
  }
}`

const governance = testSubgraph('governance')
let ada: Person
let db: Kysely<GovernanceTables>
/** Where the log ended before the first event. */
let beginning: string
beforeAll(async () => {
  governance.followEvents()
  ada = await governance.join('ada')
  db = governance.tables<GovernanceTables>('governance')
  beginning = (await list()).next as string
})

async function list(variables: Record<string, unknown> = {}): Promise<Data> {
  return (await governance.ask(LIST, { as: ada, variables })).governanceEvents
}

test('a reader continues where the log ended before', async () => {
  const { events: none, next: after } = await list()
  expect(none).toEqual([])
  const id = await addProposal(governance)
  const page = await vi.waitUntil(async () => {
    const found = await list({ after })
    return found.events.length > 0 && found
  }, TIMEOUT)
  expect(page).toMatchObject({
    events: [{ type: 'proposal.created', subject: { type: 'Proposal', id } }],
    next: page.events[0].cursor,
    hasMore: false,
    gap: false,
  })
  expect((await list({ after: page.next })).events).toEqual([])
})

const WRITERS = 5
const TRANSACTIONS = 50
const VOTES = 10

/** Votes in transactions of ten, each beside a proposal of another kind of event. */
async function write(proposalId: string): Promise<string[]> {
  const proposals: string[] = []
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    await db.transaction().execute(async (trx) => {
      const votes = Array.from({ length: VOTES }, () => {
        const identityId = newId('identity')
        return { proposalId, identityId, vote: 'yes' as const, votedAt: new Date() }
      })
      await trx.insertInto('votes').values(votes).execute()
      proposals.push(await addProposal({ tables: () => trx as never }))
    })
  }
  return proposals
}

/** Reads page after page until it has seen this many events. */
async function readAll(
  types: readonly string[],
  first: number,
  after: string,
  count: number,
): Promise<Data[]> {
  const seen: Data[] = []
  let next = after
  await vi.waitUntil(async () => {
    const page = await list({ after: next, types, first })
    expect(page.gap).toBe(false)
    expect(page.events.length).toBeLessThanOrEqual(first)
    seen.push(...page.events)
    next = page.next as string
    return seen.length >= count && page.hasMore === false
  }, TIMEOUT)
  return seen
}

test('readers with filters miss no event and see none twice while writers write', async () => {
  const { next: start } = await list()
  const proposalIds = await Promise.all(
    Array.from({ length: WRITERS }, () => addProposal(governance)),
  )
  const writing = Promise.all(proposalIds.map(write))
  const votes = WRITERS * TRANSACTIONS * VOTES
  const [cast, created, both] = await Promise.all([
    readAll(['vote.cast'], 100, start, votes),
    readAll(['proposal.created'], 7, start, WRITERS + WRITERS * TRANSACTIONS),
    readAll(['proposal.created', 'vote.cast'], 33, start, votes + WRITERS * (TRANSACTIONS + 1)),
  ])
  const written = [...proposalIds, ...(await writing).flat()]
  expect(cast).toHaveLength(votes)
  expect(new Set(created.map(({ subject }) => subject.id))).toEqual(new Set(written))
  expect(created).toHaveLength(written.length)
  const positions = both.map(({ cursor }) => decodeEventCursor(cursor as string).position)
  expect(positions).toHaveLength(votes + written.length)
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
})

test('a page may be empty although more follows', async () => {
  const page = await list({ after: beginning, types: ['proposal.closed'] })
  expect(page).toMatchObject({ events: [], hasMore: true, gap: false })
  expect(decodeEventCursor(page.next as string).position).toBe(1_000)
})

test('a changed cursor is refused, or read as one of another log', async () => {
  const { next } = await list()
  const { era, position } = decodeEventCursor(next as string)
  const bad = ['', 'x', `${next}=`, ` ${next}`, '0'.repeat(200)]
  const unreadable = [`${era}.-1`, `${era}.01`, `${era}.1e3`, `${era}.9999999999999999`, era]
  for (const after of [
    ...bad,
    ...unreadable.map((text) => Buffer.from(text).toString('base64url')),
  ]) {
    const refusal = await governance.refusal(LIST, { as: ada, variables: { after } })
    expect(refusal, after).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'after' } })
  }
  const read = (text: string) => list({ after: Buffer.from(text).toString('base64url'), first: 1 })
  expect(await read(`${era}.${position + 1}`)).toMatchObject({ gap: true, events: [], next })
  const event = { type: 'proposal.created' }
  expect(await read(`another.${position}`)).toMatchObject({ gap: true, events: [event] })
})

test('a service reads the log without a token, and a gateway does not', async () => {
  expect(await governance.ask(LIST, { service: 'identity' })).toMatchObject({
    governanceEvents: { hasMore: false },
  })
  const refusal = await governance.refusal(LIST, { service: 'router' })
  expect(refusal).toMatchObject({ code: 'INVALID_TOKEN', details: { reason: 'missing' } })
})
