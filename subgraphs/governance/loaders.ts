// The loaders of one request.
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import { proposalLoader, proposalPages } from './domain/proposal.ts'
import { voteLoader, votePages } from './domain/vote.ts'
import type { GovernanceLoaders } from './context.ts'
import type { GovernanceTables } from './tables.ts'

export const governanceLoaders = lazyMembers<LoaderSource<GovernanceTables>, GovernanceLoaders>({
  proposal: ({ db, now }) => proposalLoader(db, now),
  proposals: ({ db, now }) => proposalPages(db, now),
  vote: ({ db }) => voteLoader(db),
  votes: ({ db }) => votePages(db),
})
