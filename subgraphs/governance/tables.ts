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
  /** How many votes it needs to pass: the rule of the time when it was put to the vote. */
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

/** What a person's credential says, and what of it the ID service has been told. */
interface ParticipationTable {
  identityId: string
  voted: boolean
  proposalCount: number
  /** Counts the changes of what the credential says. */
  version: number
  /** The version that the ID service has; lower than `version`: the credential is due. */
  grantedVersion: Generated<number>
  attempts: Generated<number>
  /** When the sweep takes it up (again). */
  nextAttemptAt: Date
}

/** A proposal as it stands at a moment. */
export type Proposal = Selectable<ProposalTable> & { status: ProposalStatus }
export type Vote = Selectable<VoteTable>
export type Participation = Selectable<ParticipationTable>
