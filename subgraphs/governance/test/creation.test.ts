// Creating a proposal: its input, and the required level.
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'

/** The xp at which level 50 begins. */
const LEVEL_50 = 122_500

const governance = testSubgraph('governance')

const someone = (xp: number) => governance.join(`p${crypto.randomUUID().slice(0, 8)}`, { xp })

let ada: Person
beforeEach(async () => {
  ada = await someone(LEVEL_50)
})

const CREATE = `mutation ($input: CreateProposalInput!) {
  createProposal(input: $input) {
    id title description status yesVotes noVotes endTime createdAt proposer { id } myVote { vote }
  }
}`
const INPUT = { title: 'Plant a Grove', description: 'A tree for every house.' }
const creating = (input: object = {}, as = ada) => ({
  as,
  variables: { input: { ...INPUT, ...input } },
})
const create = async (input?: object) =>
  (await governance.ask(CREATE, creating(input))).createProposal
const countOf = async () =>
  (await governance.ask('{ proposals { totalCount } }', { as: ada })).proposals.totalCount

const HOUR_MS = 3_600_000
const ahead = (ms: number) => new Date(governance.clock.now.getTime() + ms).toISOString()

test('a proposal is put to the vote for a week', async () => {
  const created = await create()
  expect(created).toEqual({
    id: expect.stringMatching(/^proposal_/) as string,
    ...INPUT,
    status: 'active',
    yesVotes: 0,
    noVotes: 0,
    endTime: '2026-03-11T12:00:00.000Z',
    createdAt: '2026-03-04T12:00:00.000Z',
    proposer: { id: ada.id },
    myVote: null,
  })
  const query = 'query ($id: ID!) { proposal(id: $id) { title } }'
  const { proposal } = await governance.ask(query, { as: ada, variables: { id: created.id } })
  expect(proposal).toEqual({ title: INPUT.title })
})

describe('its end', () => {
  test.each([
    ['an hour ahead', HOUR_MS],
    ['90 days ahead', 90 * 24 * HOUR_MS],
  ])('The end may be %s', async (_when, ms) => {
    expect(await create({ endTime: ahead(ms) })).toMatchObject({ endTime: ahead(ms) })
  })

  test('The end is the default one if it is null', async () => {
    expect(await create({ endTime: null })).toMatchObject({ endTime: '2026-03-11T12:00:00.000Z' })
  })

  test.each([
    ['less than an hour ahead', HOUR_MS - 1],
    ['more than 90 days ahead', 90 * 24 * HOUR_MS + 1],
    ['in the past', -HOUR_MS],
  ])('The end must not be %s', async (_when, ms) => {
    expect(await governance.refusal(CREATE, creating({ endTime: ahead(ms) }))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'endTime', reason: 'must be one hour to 90 days ahead' },
    })
  })
})

describe('its texts', () => {
  test('Texts may be as long as the schema says, and keep every character', async () => {
    const texts = { title: ` ${'t'.repeat(198)}\n`, description: 'd'.repeat(10_000) }
    expect(await create(texts)).toMatchObject(texts)
    expect(await create({ title: '!', description: '?' })).toMatchObject({ title: '!' })
  })

  test.each([
    ['title', '', 200],
    ['title', ' \n\t', 200],
    ['title', 't'.repeat(201), 200],
    ['description', '', 10_000],
    ['description', 'd'.repeat(10_001), 10_000],
  ])('The %s %j is refused', async (field, text, max) => {
    expect(await governance.refusal(CREATE, creating({ [field]: text }))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason: `must have 1 to ${max} characters, and not blanks alone` },
    })
  })

  test('Invalid texts are refused together with every other invalid field', async () => {
    const input = { title: '', description: '', endTime: ahead(0) }
    const { details } = await governance.refusal(CREATE, creating(input))
    const fields = (details.issues as { field: string }[]).map(({ field }) => field)
    expect(fields).toEqual(['title', 'description', 'endTime'])
  })
})

describe('the level', () => {
  const TOO_LOW = {
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { requiredLevel: 50, level: 49 },
  }

  test('The level counts as it is at that moment', async () => {
    const grace = await someone(LEVEL_50 - 1)
    expect(await governance.refusal(CREATE, creating({}, grace))).toEqual(TOO_LOW)
    await governance.ask('mutation ($input: GrantXpInput!) { grantXp(input: $input) { level } }', {
      at: 'identity',
      service: 'path',
      variables: { input: { key: grace.id, identityId: grace.id, amount: 1 } },
    })
    await governance.ask(CREATE, creating({}, grace))
  })

  test('The level is looked up after the input is validated', async () => {
    const grace = await someone(0)
    const { code } = await governance.refusal(CREATE, creating({ title: '' }, grace))
    expect(code).toBe('VALIDATION_ERROR')
  })

  test('While Identity is away, proposing is refused and nothing is stored', async () => {
    const before = await countOf()
    await governance.stopService('identity')
    expect(await governance.refusal(CREATE, creating())).toEqual({
      code: 'INTERNAL_ERROR',
      details: { service: 'identity', retry: true, requestId: 'test-request' },
    })
    await governance.startService('identity')
    expect(await countOf()).toBe(before)
    await create()
  })
})

test('Proposing is refused to a person whom Identity does not know', async () => {
  const ghost = { id: 'identity_unknown', username: 'ghost' }
  expect(await governance.refusal(CREATE, creating({}, ghost))).toEqual({
    code: 'NOT_FOUND',
    details: { resource: 'Identity', id: ghost.id },
  })
})
