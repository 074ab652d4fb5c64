// What is found by its name in all parts of the system, the best matches of each.
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { PersonLink } from '../../components/person.tsx'
import { Screen, List, Section } from '../../components/screen.tsx'
import { numberText } from '../../components/text.ts'
import { useList } from '../../graphql/use-live.ts'
import { titleOf } from '../../layout/news-text.ts'
import { SearchDocument, type SearchQuery } from './generated/graphql.ts'

const FILTERS = { search: { label: 'Search everywhere', kind: 'search' } } as const

interface Target {
  title: string
  path: string
  hasSearch?: boolean
}

/** The lists, in their order, and the screen of each: it has the rest of what is found, unless it has no search. */
const LISTS = {
  quests: { title: 'Quests', path: '/quests' },
  courses: { title: 'Courses', path: '/courses' },
  scrolls: { title: 'Scrolls', path: '/scrolls' },
  proposals: { title: 'Proposals', path: '/proposals' },
  organizations: { title: 'Guilds', path: '/guilds' },
  realms: { title: 'Realms', path: '/realm', hasSearch: false },
  identities: { title: 'People', path: '/people' },
} as const satisfies Record<Exclude<keyof SearchQuery, '__typename'>, Target>

type ListName = keyof typeof LISTS

export function Component() {
  const { search } = useFilters(FILTERS)
  const live = useList(SearchDocument, { search: search ?? '', searching: search !== undefined })
  return (
    <Screen title="Search" live={live} above={<Filters label="Search" filters={FILTERS} />}>
      {(data) =>
        search === undefined ? (
          <p className="soft">Quests, courses, scrolls, proposals, guilds, realms and people.</p>
        ) : (
          <Found data={data} search={search} />
        )
      }
    </Screen>
  )
}

function Found({ data, search }: { data: SearchQuery; search: string }) {
  const names = (Object.keys(LISTS) as ListName[]).filter((name) => data[name]?.nodes.length)
  const total = names.reduce((sum, name) => sum + data[name]!.totalCount, 0)
  return (
    <>
      <p className="soft" role="status">
        {total === 0 ? 'Nothing is called like that.' : `${numberText(total)} found`}
      </p>
      {names.map((name) => (
        <Matches key={name} {...LISTS[name]} list={data[name]!} search={search} />
      ))}
    </>
  )
}

interface MatchesProps extends Target {
  list: NonNullable<SearchQuery[ListName]>
  search: string
}

function Matches({ title, path, hasSearch = true, list, search }: MatchesProps) {
  const { nodes, totalCount } = list
  return (
    <Section title={title}>
      <List empty="None">
        {nodes.map((node) => (
          <li key={node.id}>
            {node.__typename === 'Identity' ? (
              <PersonLink person={node} />
            ) : (
              <Link to={`${path}/${node.id}`}>{titleOf(node)}</Link>
            )}
          </li>
        ))}
      </List>
      {hasSearch && totalCount > nodes.length && (
        <p>
          <Link to={{ pathname: path, search: new URLSearchParams({ search }).toString() }}>
            All {numberText(totalCount)} in {title}
          </Link>
        </p>
      )}
    </Section>
  )
}
