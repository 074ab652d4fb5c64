// The guilds: to find one's own, and those that one could join.
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { Results } from '../../components/lists.tsx'
import { HOUSES } from '../../components/person.tsx'
import { Screen } from '../../components/screen.tsx'
import { countText } from '../../components/text.ts'
import { useList } from '../../graphql/use-live.ts'
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
const NEWS = ['membership.accepted', 'membership.declined', 'membership.removed']

export function Component() {
  const { member, order, ...filters } = useFilters(FILTERS)
  const variables = { ...filters, member: member && member === 'yes', orderBy: order }
  const live = useList(GuildsDocument, variables, NEWS)
  const above = <Filters label="Filter guilds" filters={FILTERS} />
  const found = (
    <Link className="button" to="new">
      Found a guild
    </Link>
  )
  return (
    <Screen title="Guilds" live={live} action={found} above={above}>
      {({ organizations }) => (
        <Results
          label="Guilds"
          words={['guild', 'guilds']}
          list={organizations}
          none="There is no guild yet. Found the first one."
          empty="No guild is like that. Search for other words, or found one."
        >
          {(guild) => <Guild key={guild.id} {...guild} />}
        </Results>
      )}
    </Screen>
  )
}

type GuildProps = NonNullable<GuildsQuery['organizations']>['edges'][number]['node']

function Guild(guild: GuildProps) {
  const { id, name, description, house, memberCount, openToJoin, myMembership } = guild
  return (
    <li className="wide-row guild-row" data-house={house}>
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
