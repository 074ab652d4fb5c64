// The tables of the Governance service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'

export interface GovernanceTables {
  proposals: ProposalTable
  votes: VoteTable
  participations: ParticipationTable
}

export type ProposalOutcome = 'passed' | 'rejected' | 'cancelled'
export type ProposalStatus = 'active' | ProposalOutcome
export type VoteChoice = 'yes' | 'no'

interface ProposalTable {
  id: string
  proposerId: string
  title: string
  description: string
  yesVotes: Generated<number>
  noVotes: Generated<number>
  /** How many votes it needs to pass, as of its creation. */
  quorum: number
  endTime: Date
  /** Null until it is cancelled, or its end has been recorded. */
  outcome: ColumnType<ProposalOutcome | null, never, ProposalOutcome>
  createdAt: Date
}

interface VoteTable {
  proposalId: string
  identityId: string
  vote: VoteChoice
  votedAt: Date
}

/** The content of a person's credential, and the version that the ID service has. */
interface ParticipationTable {
  identityId: string
  voted: boolean
  proposalCount: number
  /** Incremented with each change of the content. */
  version: number
  /** The version that the ID service has; lower than `version`: the credential is due. */
  grantedVersion: Generated<number>
  attempts: Generated<number>
  /** When the sweep retries it. */
  nextAttemptAt: Date
}

/** A proposal as it stands at a moment. */
export type Proposal = Selectable<ProposalTable> & {
  status: ProposalStatus
  /** If voting ended then. */
  result: 'passed' | 'rejected'
}
export type Vote = Selectable<VoteTable>
export type Participation = Selectable<ParticipationTable>
