// The Governance service's rows of the contract.
import { addProposal } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Row, Story } from './row.ts'

const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

/** The xp at which level 50 begins. */
const LEVEL_50 = 122_500

const PROPOSAL = {
  id: 'string',
  title: 'string',
  description: 'string',
  status: 'string',
  yesVotes: 'integer',
  noVotes: 'integer',
  endTime: 'timestamp',
} as const
const FIELDS = Object.keys(PROPOSAL).join(' ')

const CAST = `mutation Cast($id: ID!, $input: CastVoteInput!) {
  castVote(proposalId: $id, input: $input) { proposalId vote yesVotes noVotes votedAt }
}`

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const nobody = async (system: TestSystem) => {
  const as = await system.join(unique())
  const id = `client_${as.username}`
  const token = () => as.token({ subject: id, clientId: id })
  return { ...as, id, token }
}

/** A caller whose level is high enough to propose. */
const proposing =
  (change: Record<string, unknown> = {}): Story =>
  async (system) => ({
    as: await system.join(unique(), { xp: LEVEL_50 }),
    body: { title: 'Plant a Grove', description: 'A tree for every house.', ...change },
  })

/** A caller who votes on a proposal. */
const voting =
  (body: Record<string, unknown>, about: Parameters<typeof addProposal>[1] = {}): Story =>
  async (system) => ({
    as: await system.join(unique()),
    params: { id: await addProposal(system, about) },
    body,
  })

const TITLE_RULE = 'must have 1 to 200 characters, and not blanks alone'
const END_RULE = { field: 'endTime', reason: 'must be one hour to 90 days ahead' }

export const governanceRows: Row[] = [
  {
    service: 'governance',
    method: 'GET',
    path: '/api/proposals',
    scopes: ['identity'],
    graphql: `query Proposals($first: Int, $offset: Int) {
      proposals(first: $first, offset: $offset) { nodes { ${FIELDS} } totalCount }
    }`,
    good: {
      given: async (system) => {
        await addProposal(system)
        return { as: await system.join(unique()) }
      },
      status: 200,
      form: 'list',
      name: 'proposals',
      value: PROPOSAL,
    },
    refusals: [],
  },
  {
    service: 'governance',
    method: 'POST',
    path: '/api/proposals',
    scopes: ['identity'],
    graphql: `mutation Create($input: CreateProposalInput!) {
      createProposal(input: $input) { ${FIELDS} }
    }`,
    good: {
      given: proposing({ endTime: daysAhead(3) }),
      status: 201,
      form: 'envelope',
      value: PROPOSAL,
    },
    refusals: [
      {
        when: 'title and description are missing',
        given: proposing({ title: undefined, description: undefined }),
        code: 'VALIDATION_ERROR',
        details: {
          issues: [
            { field: 'title', reason: 'is required' },
            { field: 'description', reason: 'is required' },
          ],
        },
      },
      {
        when: 'the title is too long',
        given: proposing({ title: 't'.repeat(201) }),
        code: 'VALIDATION_ERROR',
        details: { field: 'title', reason: TITLE_RULE },
      },
      {
        when: 'the end is too near',
        given: proposing({ endTime: daysAhead(1 / 25) }),
        code: 'VALIDATION_ERROR',
        details: END_RULE,
      },
      {
        when: 'the end is too far',
        given: proposing({ endTime: daysAhead(91) }),
        code: 'VALIDATION_ERROR',
        details: END_RULE,
      },
      {
        when: 'the end is not a time',
        given: proposing({ endTime: 'tomorrow' }),
        code: 'VALIDATION_ERROR',
        details: {
          field: 'endTime',
          reason: 'must be a date and time such as 2026-11-20T09:30:00.000Z',
        },
      },
      {
        when: 'the text holds a NUL',
        given: proposing({ description: 'a\0b' }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'NUL_CHARACTER' },
      },
      {
        when: 'the level is too low',
        given: async (system) => ({
          ...(await proposing()(system)),
          as: await system.join(unique(), { xp: LEVEL_50 - 1 }),
        }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { requiredLevel: 50, level: 49 },
      },
      {
        when: 'the token has no person',
        given: async (system) => ({ ...(await proposing()(system)), as: await nobody(system) }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
  {
    service: 'governance',
    method: 'POST',
    path: '/api/proposals/:id/vote',
    scopes: ['identity'],
    graphql: CAST,
    good: {
      given: voting({ vote: 'yes' }),
      status: 200,
      form: 'envelope',
      value: {
        proposalId: 'string',
        vote: 'string',
        yesVotes: 'integer',
        noVotes: 'integer',
        votedAt: 'timestamp',
      },
    },
    refusals: [
      {
        when: 'the vote is missing',
        given: voting({}),
        code: 'VALIDATION_ERROR',
        details: { field: 'vote', reason: 'is required' },
      },
      {
        when: 'the vote is neither yes nor no',
        given: voting({ vote: 'maybe' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'vote', reason: 'must be one of yes, no' },
      },
      {
        when: 'the proposal is unknown',
        given: async (system) => ({
          ...(await voting({ vote: 'yes' })(system)),
          params: { id: 'proposal_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Proposal', id: 'proposal_unknown' },
      },
      {
        when: 'the token has no person',
        given: async (system) => ({
          ...(await voting({ vote: 'yes' })(system)),
          as: await nobody(system),
        }),
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
      {
        when: 'the caller has voted',
        given: async (system) => {
          const given = await voting({ vote: 'no' })(system)
          const { as, params, body } = given
          const variables = { ...params, input: body }
          await system.graphql(CAST, { token: await as.token(), variables })
          return given
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALREADY_VOTED' },
      },
      {
        when: 'voting is over',
        given: voting({ vote: 'yes' }, { endTime: new Date(Date.now() - 1) }),
        code: 'VALIDATION_ERROR',
        details: { reason: 'VOTING_CLOSED' },
      },
    ],
  },
]
