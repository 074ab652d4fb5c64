// The person's vote: two buttons until it is cast.
import { Action } from '../../../components/action.tsx'
import { Time } from '../../../components/time.tsx'
import {
  CastVoteDocument,
  type ProposalDetailsFragment,
  type VoteChoice,
} from './generated/graphql.ts'

export function Voting({ id, status, myVote }: ProposalDetailsFragment) {
  const choice = (label: string, vote: VoteChoice, opposite: VoteChoice) => (
    <Action
      label={label}
      document={CastVoteDocument}
      variables={{ id, vote }}
      opposite={{ id, vote: opposite }}
    />
  )
  return (
    <div className="actions" aria-live="polite">
      {myVote && <Voted {...myVote} />}
      {!myVote && status === 'active' && (
        <>
          {choice('Vote for it', 'yes', 'no')}
          {choice('Vote against it', 'no', 'yes')}
        </>
      )}
    </div>
  )
}

function Voted({ vote, votedAt }: NonNullable<ProposalDetailsFragment['myVote']>) {
  return (
    <p className="soft">
      You voted {vote === 'yes' ? 'for it' : 'against it'} <Time at={votedAt} />. A vote is final,
      and nobody else sees it.
    </p>
  )
}
