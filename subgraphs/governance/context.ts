// What the Governance service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { proposalLoader, proposalPages } from './domain/proposal.ts'
import { voteLoader, votePages } from './domain/vote.ts'
import type { GovernanceTables } from './tables.ts'

export type GovernanceContext = Context<
  GovernanceTables,
  ReturnType<typeof governanceLoaders>,
  'identity'
>

/** The loaders of one request. */
export function governanceLoaders(db: Kysely<GovernanceTables>, now: () => Date) {
  return {
    proposal: proposalLoader(db, now),
    proposals: proposalPages(db, now),
    vote: voteLoader(db),
    votes: votePages(db),
  }
}
