// The guilds: to find one's own, and those that one could join.
import { Link } from 'react-router'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { HOUSES, houseKey } from '../../components/house.ts'
import { Results } from '../../components/lists/results.tsx'
import { countText } from '../../components/number-text.ts'
import { Screen } from '../../components/screen.tsx'
import { useList } from '../../graphql/use-live.ts'
import { useOnNews } from '../../layout/use-on-news.ts'
import { GuildsDocument, type GuildsQuery } from './generated/graphql.ts'
import { MembershipChip } from './words.tsx'
import './guilds.css'

const FILTERS = {
  search: { label: 'Search', kind: 'search' },
  house: { label: 'House', options: HOUSES },
  member: { label: 'Membership', options: { yes: 'Yours', no: 'Others' }, all: 'Any' },
  order: {
    label: 'Order',
    options: { name: 'By name', oldest: 'Oldest first' },
    all: 'Newest first',
  },
} as const

/** After these, the list is another one. */
const KINDS_OF_NEWS = ['membership.accepted', 'membership.declined', 'membership.removed']

export function Component() {
  const { search, house, member, order } = useFilters(FILTERS)
  const live = useList(GuildsDocument, {
    search,
    house,
    member: member && member === 'yes',
    orderBy: order,
  })
  useOnNews(KINDS_OF_NEWS, live.reload)
  return (
    <Screen
      title="Guilds"
      live={live}
      action={
        <Link className="button" to="new">
          Found a guild
        </Link>
      }
      above={<Filters label="Filter guilds" filters={FILTERS} />}
    >
      {({ organizations }) =>
        organizations && (
          <Results
            label="Guilds"
            count={(total) => countText(total, 'guild', 'guilds')}
            list={organizations}
            fetchMore={live.fetchMore}
            none="There is no guild yet. Found the first one."
            empty="No guild is like that. Search for other words, or found one."
          >
            {(guild) => <Row key={guild.id} {...guild} />}
          </Results>
        )
      }
    </Screen>
  )
}

type Guild = NonNullable<GuildsQuery['organizations']>['edges'][number]['node']

function Row(guild: Guild) {
  const { id, name, description, house, memberCount, openToJoin, myMembership } = guild
  return (
    <li className="guild-row" data-house={houseKey(house)}>
      <div>
        <p className="actions">
          <Link to={`/guilds/${id}`}>{name}</Link>
          {myMembership && !myMembership.leftAt && <MembershipChip {...myMembership} />}
        </p>
        <p className="excerpt">{description}</p>
      </div>
      <p className="soft">
        <span className="house">{house}</span>
        {countText(memberCount, 'member', 'members')}, {openToJoin ? 'open to all' : 'by request'}
      </p>
    </li>
  )
}
