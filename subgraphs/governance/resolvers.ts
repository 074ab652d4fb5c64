// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { watchEntity } from '#foundation/events/occurrences.ts'
import { cancelProposal } from './domain/closing.ts'
import { createProposal } from './domain/creation.ts'
import { getProposal, listProposals, outcomeOf } from './domain/proposal.ts'
import { castVote, findMyVote, findVote, voteEdge, voteId } from './domain/vote.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    proposals: (_root, page, ctx) => listProposals(ctx, page),
    proposal: (_root, { id }, ctx) => getProposal(ctx, id),
  },
  Mutation: {
    createProposal: (_root, { input }, ctx) => createProposal(ctx, input),
    castVote: (_root, { proposalId, input }, ctx) => castVote(ctx, proposalId, input.vote),
    cancelProposal: (_root, { id }, ctx) => cancelProposal(ctx, id),
  },
  Subscription: {
    proposal: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (_root, { id }, ctx) => getProposal(ctx, id),
    },
  },
  Proposal: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.proposal.load(id)) ?? null,
    proposer: ({ proposerId }) => ({ id: proposerId }),
    outcome: outcomeOf,
    myVote: async (proposal, _args, ctx) => (await findMyVote(ctx, proposal)) ?? null,
  },
  ProposalConnection: connectionResolvers,
  Vote: {
    __resolveReference: async ({ id }, ctx) => (await findVote(ctx, id)) ?? null,
    id: voteId,
    proposal: ({ proposalId }, _args, ctx) => getProposal(ctx, proposalId),
  },
  VoteConnection: connectionResolvers,
  VoteResult: {
    proposal: ({ proposalId }, _args, ctx) => getProposal(ctx, proposalId),
    voteEdge,
    voter: ({ identityId }) => ({ id: identityId }),
  },
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    proposals: ({ id }, page, { loaders }) => loaders.proposals.load(id, page),
    votes: ({ id }, page, { loaders }) => loaders.votes.load(id, page),
  },
}
