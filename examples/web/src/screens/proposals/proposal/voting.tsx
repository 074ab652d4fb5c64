// The person's vote: two buttons until it is cast, which shows at once and is rolled back if it is refused.
import { Action } from '../../../components/action.tsx'
import { Time } from '../../../components/time.tsx'
import {
  CastVoteDocument,
  type CastVoteMutation,
  type ProposalDetailsFragment,
  type VoteChoice,
} from './generated/graphql.ts'

export function Voting(proposal: ProposalDetailsFragment) {
  const { myVote } = proposal
  return (
    <div className="actions" aria-live="polite">
      {myVote && <Voted {...myVote} />}
      <Choice {...proposal} vote="yes" label="Vote for it" />
      <Choice {...proposal} vote="no" label="Vote against it" />
    </div>
  )
}

/** Stays when the vote is cast, so that a refusal is told. */
function Choice(proposal: ProposalDetailsFragment & { vote: VoteChoice; label: string }) {
  const { id, status, vote, label, myVote } = proposal
  return (
    <Action
      label={label}
      document={CastVoteDocument}
      variables={{ id, vote }}
      optimistic={withVote(proposal, vote)}
      done={(myVote || status !== 'active') && <></>}
    />
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

/** What the response will probably be; only the server knows the outcome. */
function withVote(proposal: ProposalDetailsFragment, vote: VoteChoice): CastVoteMutation {
  const { id, yesVotes, noVotes } = proposal
  const votedAt = new Date().toISOString()
  return {
    __typename: 'Mutation',
    castVote: {
      __typename: 'VoteResult',
      proposal: {
        ...proposal,
        yesVotes: yesVotes + Number(vote === 'yes'),
        noVotes: noVotes + Number(vote === 'no'),
        myVote: { __typename: 'Vote', id: `my vote on ${id}`, vote, votedAt },
      },
    },
  }
}
