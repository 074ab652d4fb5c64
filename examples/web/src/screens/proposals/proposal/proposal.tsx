// One proposal: its text, the votes as they come in, and the person's own vote.
import { useParams } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { countText } from '../../../components/number-text.ts'
import { PersonLink } from '../../../components/person.tsx'
import { Screen } from '../../../components/screen.tsx'
import { dateAndTime } from '../../../components/time-text.ts'
import { Time } from '../../../components/time.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { StatusChip } from '../status.tsx'
import { VoteBar } from '../vote-bar.tsx'
import {
  CancelProposalDocument,
  ProposalDocument,
  ProposalLiveDocument,
  type ProposalDetailsFragment,
} from './generated/graphql.ts'
import { outcomeSentence } from './outcome.ts'
import { Voting } from './voting.tsx'
import '../proposals.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(ProposalDocument, ProposalLiveDocument, { id })
  return (
    <Screen title={live.data?.proposal?.title ?? 'Proposal'} live={live}>
      {({ proposal, me }) => proposal && <Proposal proposal={proposal} myId={me?.id} />}
    </Screen>
  )
}

interface ProposalProps {
  proposal: ProposalDetailsFragment
  myId: string | undefined
}

function Proposal({ proposal, myId }: ProposalProps) {
  const { id, description, proposer, createdAt, status, yesVotes, noVotes } = proposal
  const canCancel = proposer?.id === myId && status === 'active' && yesVotes + noVotes === 0
  return (
    <div className="columns proposal">
      <article className="card">
        <p className="by">
          <PersonLink person={proposer} />
          <span className="soft">
            <Time at={createdAt} />
          </span>
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

function Facts({ status, endTime, quorum }: ProposalDetailsFragment) {
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
        <div>
          <dt>Quorum</dt>
          <dd>{countText(quorum, 'vote', 'votes')}</dd>
        </div>
      </dl>
    </>
  )
}
