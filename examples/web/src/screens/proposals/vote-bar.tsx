// The votes as a bar: those for it from the left, those against it from the right, and a mark for the quorum.
import { numberText } from '../../components/number-text.ts'

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
      <p>
        <span data-votes="yes">{numberText(yesVotes)} for</span>
        <span data-votes="no">{numberText(noVotes)} against</span>
      </p>
    </div>
  )
}
