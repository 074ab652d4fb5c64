// The events of the Governance service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { inserted } from '#foundation/events/row-change.ts'
import type { GovernanceContext } from './context.ts'

const proposal = { subject: 'Proposal', id: 'new.id', related: ['new.proposer_id'] } as const

export const governanceEventKinds = defineEventKinds({
  'proposal.created': {
    description: 'Somebody created a proposal.',
    change: inserted('proposals'),
    ...proposal,
    audience: 'public',
  },
  'proposal.cancelled': {
    description: 'The author cancelled a proposal.',
    change: { table: 'proposals', on: { update: ['outcome'] }, when: `new.outcome = 'cancelled'` },
    ...proposal,
    audience: 'public',
  },
  'proposal.closed': {
    description: 'Voting on a proposal ended, and its outcome is recorded.',
    change: {
      table: 'proposals',
      on: { update: ['outcome'] },
      when: `old.outcome is null and new.outcome in ('passed', 'rejected')`,
    },
    ...proposal,
    audience: 'public',
  },
  'vote.closed': {
    description: 'Voting ended on a proposal that the person voted on or wrote.',
    // A worker writes them, because a proposal may have any number of voters (closing-notices.ts).
    subject: 'Proposal',
    id: 'votes.proposal_id',
    related: ['votes.identity_id'],
    audience: { owner: 'votes.identity_id' },
  },
  'vote.cast': {
    description:
      'Somebody voted on a proposal. Votes are secret, so the event does not name the voter.',
    change: inserted('votes'),
    subject: 'Proposal',
    id: 'new.proposal_id',
    audience: 'public',
  },
})

export const governanceEvents: ServiceEvents<GovernanceContext> = {
  kinds: governanceEventKinds,
  subjects: { Proposal: async (ctx, id) => (await ctx.loaders.proposal.load(id)) !== undefined },
}
