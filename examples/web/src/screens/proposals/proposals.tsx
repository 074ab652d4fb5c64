// What people vote on: what is open first comes to mind, so that is what the filters begin with.
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { Results } from '../../components/lists.tsx'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { ProposalsDocument, type ProposalsQuery } from './generated/graphql.ts'
import { STATUS, StatusChip, VoteBar } from './votes.tsx'
import './proposals.css'

const FILTERS = {
  search: { label: 'Search', kind: 'search' },
  status: { label: 'Status', options: STATUS },
  voted: { label: 'Your vote', options: { no: 'Not voted yet', yes: 'Voted' }, all: 'Any' },
} as const

/** After these, the list is another one. */
const NEWS = ['vote.closed']

export function Component() {
  const { search, status, voted } = useFilters(FILTERS)
  const variables = { search, status, voted: voted && voted === 'yes' }
  const live = useList(ProposalsDocument, variables, NEWS)
  const above = <Filters label="Filter proposals" filters={FILTERS} />
  const propose = (
    <Link className="button" to="new">
      Put a proposal to the vote
    </Link>
  )
  return (
    <Screen title="Proposals" live={live} action={propose} above={above}>
      {({ proposals }) => (
        <Results
          label="Proposals"
          words={['proposal', 'proposals']}
          list={proposals}
          none="Nobody has put anything to the vote yet."
          empty="No proposal is like that. Search for other words, or for all of them."
        >
          {(proposal) => <Proposal key={proposal.id} {...proposal} />}
        </Results>
      )}
    </Screen>
  )
}

type ProposalProps = NonNullable<ProposalsQuery['proposals']>['edges'][number]['node']

function Proposal(proposal: ProposalProps) {
  const { id, title, status, endTime, myVote } = proposal
  return (
    <li className="wide-row proposal-row">
      <div>
        <Link to={`/proposals/${id}`}>{title}</Link>
        <p className="soft">
          <StatusChip status={status} />{' '}
          {status !== 'cancelled' && (
            <>
              {status === 'active' ? 'ends' : 'ended'} <Time at={endTime} />
            </>
          )}
          {myVote && `, you voted ${myVote.vote === 'yes' ? 'for it' : 'against it'}`}
        </p>
      </div>
      <VoteBar {...proposal} />
    </li>
  )
}
