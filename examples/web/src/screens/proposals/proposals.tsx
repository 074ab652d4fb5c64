// What people vote on: what is open first comes to mind, so that is what the filters begin with.
import { Link } from 'react-router'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { Results } from '../../components/lists/results.tsx'
import { countText } from '../../components/number-text.ts'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { useOnNews } from '../../layout/use-on-news.ts'
import { ProposalsDocument, type ProposalsQuery } from './generated/graphql.ts'
import { STATUS, StatusChip } from './status.tsx'
import { VoteBar } from './vote-bar.tsx'
import './proposals.css'

const FILTERS = {
  search: { label: 'Search', kind: 'search' },
  status: { label: 'Status', options: STATUS },
  voted: { label: 'Your vote', options: { no: 'Not voted yet', yes: 'Voted' }, all: 'Any' },
} as const

/** After these, the list is another one. */
const KINDS_OF_NEWS = ['vote.closed']

export function Component() {
  const { search, status, voted } = useFilters(FILTERS)
  const live = useList(ProposalsDocument, {
    search,
    status,
    voted: voted && voted === 'yes',
  })
  useOnNews(KINDS_OF_NEWS, live.reload)
  return (
    <Screen
      title="Proposals"
      live={live}
      action={
        <Link className="button" to="new">
          Put a proposal to the vote
        </Link>
      }
      above={<Filters label="Filter proposals" filters={FILTERS} />}
    >
      {({ proposals }) =>
        proposals && (
          <Results
            label="Proposals"
            count={(total) => countText(total, 'proposal', 'proposals')}
            list={proposals}
            fetchMore={live.fetchMore}
            none="Nobody has put anything to the vote yet."
            empty="No proposal is like that. Search for other words, or for all of them."
          >
            {(proposal) => <Row key={proposal.id} {...proposal} />}
          </Results>
        )
      }
    </Screen>
  )
}

type Proposal = NonNullable<ProposalsQuery['proposals']>['edges'][number]['node']

function Row(proposal: Proposal) {
  const { id, title, status, endTime, myVote } = proposal
  return (
    <li className="proposal-row">
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
