// One proposal: its text, the votes as they come in, and the person's own vote.
import { useParams } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Fact, Screen } from '../../../components/screen.tsx'
import { countText, dateAndTime, numberText } from '../../../components/text.ts'
import { Time } from '../../../components/time.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { StatusChip, VoteBar } from '../votes.tsx'
import {
  CancelProposalDocument,
  ProposalDocument,
  ProposalLiveDocument,
  type ProposalDetailsFragment as Details,
  CastVoteDocument,
  type VoteChoice,
} from './generated/graphql.ts'
import '../proposals.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(ProposalDocument, ProposalLiveDocument, { id })
  return (
    <Screen title={live.data?.proposal?.title ?? 'Proposal'} live={live}>
      {({ proposal, me }) => proposal && <Proposal {...proposal} myId={me?.id} />}
    </Screen>
  )
}

function Proposal({ myId, ...proposal }: Details & { myId: string | undefined }) {
  const { id, description, proposer, createdAt, status, yesVotes, noVotes } = proposal
  const canCancel = proposer?.id === myId && status === 'active' && yesVotes + noVotes === 0
  return (
    <div className="columns proposal">
      <article className="card">
        <p className="row">
          <PersonLink person={proposer} />
          <Time className="soft" at={createdAt} />
        </p>
        <p className="text">{description}</p>
        {canCancel && (
          <Action
            label="Withdraw the proposal"
            quiet
            confirm="Nobody has voted yet. Withdraw it for good?"
            document={CancelProposalDocument}
            variables={{ id }}
          />
        )}
      </article>
      <section className="card" aria-label="The vote">
        <Facts {...proposal} />
        <VoteBar {...proposal} />
        <p>{outcomeSentence(proposal)}</p>
        <Voting {...proposal} />
      </section>
    </div>
  )
}

function Facts({ status, endTime, quorum }: Details) {
  return (
    <>
      <p>
        <StatusChip status={status} />
      </p>
      <dl className="facts">
        {status !== 'cancelled' && (
          <div>
            <dt>{status === 'active' ? 'Voting ends' : 'Voting ended'}</dt>
            <dd>
              <Time at={endTime} />
            </dd>
            <dd className="detail">{dateAndTime(endTime)}</dd>
          </div>
        )}
        <Fact name="Quorum">{countText(quorum, 'vote', 'votes')}</Fact>
      </dl>
    </>
  )
}

function outcomeSentence(proposal: Details): string {
  const { status, outcome } = proposal
  if (status === 'cancelled') return 'Its author withdrew it before anybody voted.'
  if (status === 'passed') return 'It has passed.'
  if (status === 'rejected') return `It was rejected: ${reasonOf(proposal)}.`
  if (outcome === 'passed') return 'It would pass if voting ended now.'
  return `It would be rejected if voting ended now: ${reasonOf(proposal)}.`
}

/** Why it does not pass. */
function reasonOf({ yesVotes, noVotes, quorum }: Details): string {
  const missing = quorum - yesVotes - noVotes
  if (missing === 1) return 'the quorum lacks one vote'
  if (missing > 0) return `the quorum lacks ${numberText(missing)} votes`
  return yesVotes === noVotes ? 'the votes are equal' : 'more people are against it'
}

function Voting({ id, status, myVote }: Details) {
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

function Voted({ vote, votedAt }: NonNullable<Details['myVote']>) {
  return (
    <p className="soft">
      You voted {vote === 'yes' ? 'for it' : 'against it'} <Time at={votedAt} />. A vote is final,
      and nobody else sees it.
    </p>
  )
}
