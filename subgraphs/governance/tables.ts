// The tables of the Governance service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { EventTables } from '#foundation/events/tables.ts'

export interface GovernanceTables extends EventTables {
  proposals: ProposalTable
  votes: VoteTable
  participations: ParticipationTable
  closingNotices: ClosingNoticeTable
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
  /** The number of votes it needs to pass, fixed at its creation. */
  quorum: number
  endTime: Date
  /** The outcome; null until the proposal is cancelled or its outcome is recorded. */
  outcome: ColumnType<ProposalOutcome | null, never, ProposalOutcome>
  createdAt: Date
}

interface VoteTable {
  proposalId: string
  identityId: string
  vote: VoteChoice
  votedAt: Date
}

/** A closed proposal whose voters have not all been notified. */
interface ClosingNoticeTable {
  proposalId: string
  /** The last voter who has been notified; empty before the first one. */
  afterVoter: Generated<string>
}

/** The content of a person's credential, and the version that the ID service has. */
interface ParticipationTable {
  identityId: string
  voted: boolean
  proposalCount: number
  /** Incremented with each change of the content. */
  version: number
  /** The version that the ID service has. While it is lower than `version`, the credential is due. */
  grantedVersion: Generated<number>
  attempts: Generated<number>
  /** The time of the sweep's next attempt. */
  nextAttemptAt: Date
}

/** A proposal with its status and result at a given moment. */
export type Proposal = Selectable<ProposalTable> & {
  status: ProposalStatus
  /** The result if voting ended at that moment. */
  result: 'passed' | 'rejected'
}
export type Vote = Selectable<VoteTable>
export type Participation = Selectable<ParticipationTable>
