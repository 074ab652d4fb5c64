// What people vote on: what is open first comes to mind, so that is what the filters begin with.
import { Link } from 'react-router'
import { Endless } from '../../components/endless.tsx'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { numberText } from '../../components/number-text.ts'
import { Screen } from '../../components/screen.tsx'
import { List } from '../../components/section.tsx'
import { Time } from '../../components/time.tsx'
import { useList, type Live } from '../../graphql/use-live.ts'
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
      {({ proposals }) => proposals && <Proposals {...proposals} fetchMore={live.fetchMore} />}
    </Screen>
  )
}

type Proposals = NonNullable<ProposalsQuery['proposals']>

function Proposals({
  edges,
  pageInfo,
  totalCount,
  fetchMore,
}: Proposals & Pick<Live<unknown>, 'fetchMore'>) {
  return (
    <section className="card" aria-label="Proposals">
      <p className="soft" role="status">
        {totalCount === 1 ? 'One proposal' : `${numberText(totalCount)} proposals`}
      </p>
      <Endless pageInfo={pageInfo} fetchMore={fetchMore}>
        <List empty="No proposal is like that. Search for other words, or for all of them.">
          {edges.map(({ node }) => (
            <Row key={node.id} {...node} />
          ))}
        </List>
      </Endless>
    </section>
  )
}

function Row(proposal: Proposals['edges'][number]['node']) {
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
          {myVote && `, you voted ${myVote.vote}`}
        </p>
      </div>
      <VoteBar {...proposal} />
    </li>
  )
}
