// The loaders of one request.
import type { Kysely } from 'kysely'
import { proposalLoader, proposalPages } from './domain/proposal.ts'
import { voteLoader, votePages } from './domain/vote.ts'
import type { GovernanceLoaders } from './context.ts'
import type { GovernanceTables } from './tables.ts'

export function governanceLoaders(
  db: Kysely<GovernanceTables>,
  now: () => Date,
): GovernanceLoaders {
  return {
    proposal: proposalLoader(db, now),
    proposals: proposalPages(db, now),
    vote: voteLoader(db),
    votes: votePages(db),
  }
}
