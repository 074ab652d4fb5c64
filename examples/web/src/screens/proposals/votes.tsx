// How a vote stands: the status of a proposal, and its votes as a bar.
import { numberText } from '../../components/text.ts'
import type { ProposalStatus } from './generated/graphql.ts'

export const STATUS = {
  active: 'Open',
  passed: 'Passed',
  rejected: 'Rejected',
  cancelled: 'Withdrawn',
} as const satisfies Record<ProposalStatus, string>

const TONES: Partial<Record<ProposalStatus, string>> = { passed: 'good', rejected: 'bad' }

export function StatusChip({ status }: { status: ProposalStatus }) {
  return (
    <span className="chip" data-tone={TONES[status]}>
      {STATUS[status]}
    </span>
  )
}

interface VoteBarProps {
  yesVotes: number
  noVotes: number
  quorum: number
}

export function VoteBar({ yesVotes, noVotes, quorum }: VoteBarProps) {
  // What is missing to the quorum stays empty.
  const missing = Math.max(0, quorum - yesVotes - noVotes)
  return (
    <div className="vote-bar">
      <div className="track" aria-hidden="true">
        {yesVotes > 0 && <span data-vote="yes" style={{ flexGrow: yesVotes }} />}
        {missing > 0 && <span style={{ flexGrow: missing }} />}
        {noVotes > 0 && <span data-vote="no" style={{ flexGrow: noVotes }} />}
      </div>
      <p className="row apart">
        <span data-votes="yes">{numberText(yesVotes)} for</span>
        <span data-votes="no">{numberText(noVotes)} against</span>
      </p>
    </div>
  )
}
