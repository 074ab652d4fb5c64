// The context of the Governance service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { GovernanceSettings } from './settings.ts'
import type { GovernanceTables, Proposal, Vote } from './tables.ts'

export interface GovernanceLoaders {
  proposal: DataLoader<string, Proposal | undefined>
  /** Keyed by the proposer's id. */
  proposals: PageLoader<Proposal>
  vote: DataLoader<Pick<Vote, 'proposalId' | 'identityId'>, Vote | undefined, string>
  /** Keyed by the voter's id. */
  votes: PageLoader<Vote>
}

export type GovernanceContext = Context<
  GovernanceTables,
  GovernanceLoaders,
  'identity',
  GovernanceSettings
>
