// The documented paths of the Governance service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

const PROPOSAL = 'id title description status yesVotes noVotes endTime'

export const governanceRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/proposals',
    operation: `query Proposals(
      $status: ProposalStatus, $author: ID, $voted: Boolean, $orderBy: ProposalOrder,
      $search: String,
      $first: Int!, $offset: Int!
    ) {
      proposals(
        status: $status, author: $author, voted: $voted, orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { ${PROPOSAL} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { status: 'enum', author: 'id', voted: 'boolean', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'proposals' },
  },
  {
    method: 'post',
    path: '/api/proposals',
    operation: `mutation CreateProposal($input: CreateProposalInput!) {
      createProposal(input: $input) { ${PROPOSAL} }
    }`,
    response: { form: 'envelope', status: 201 },
  },
  {
    method: 'post',
    path: '/api/proposals/:id/vote',
    operation: `mutation CastVote($id: ID!, $input: CastVoteInput!) {
      castVote(proposalId: $id, input: $input) { proposalId vote yesVotes noVotes votedAt }
    }`,
    response: { form: 'envelope' },
  },
  eventsRoute('governanceEvents'),
]
