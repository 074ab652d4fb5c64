// The content of all services, for administrators: what people made is hidden and shown, what the system offers is
// retired and restored, and what people have earned is corrected. Their accounts are in the console of the ID service.
import { Endless } from '../../components/endless.tsx'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { Screen } from '../../components/screen.tsx'
import { List, Section } from '../../components/section.tsx'
import { useList } from '../../graphql/use-live.ts'
import { ContentDocument } from './generated/graphql.ts'
import { ContentRow } from './content-row.tsx'
import { LISTS, type ListName } from './kinds.ts'
import './content.css'

const { quests, ...others } = LISTS

const FILTERS = {
  search: { label: 'Words of the title or the text', kind: 'search' },
  kind: { label: 'Kind', options: others, all: quests },
  id: { label: 'Or one object, by its id', kind: 'search' },
} as const

export function Component() {
  const { search, kind = 'quests', id } = useFilters(FILTERS)
  const variables = { search, id: id ?? '', one: id !== undefined, ...only(id ? undefined : kind) }
  const live = useList(ContentDocument, variables)
  return (
    <Screen title="Content" live={live} above={<Filters label="Find content" filters={FILTERS} />}>
      {({ node, ...lists }) =>
        id ? (
          <Section title="Found by its id">
            <List empty="There is no such object.">
              {node ? [<ContentRow key={id} item={node} />] : []}
            </List>
          </Section>
        ) : (
          <Items list={lists[kind]} title={LISTS[kind]} fetchMore={live.fetchMore} />
        )
      }
    </Screen>
  )
}

/** For the query: true for the list that is read. */
function only(list: ListName | undefined): Record<ListName, boolean> {
  const names = Object.keys(LISTS) as ListName[]
  return Object.fromEntries(names.map((name) => [name, name === list])) as Record<ListName, boolean>
}

type Connection = Pick<Parameters<typeof Endless>[0], 'pageInfo'> & {
  edges: readonly { node: Parameters<typeof ContentRow>[0]['item'] }[]
}

interface ItemsProps extends Pick<Parameters<typeof Endless>[0], 'fetchMore'> {
  list: Connection | null | undefined
  title: string
}

function Items({ list, title, fetchMore }: ItemsProps) {
  if (!list) return null
  return (
    <Section title={title}>
      <Endless pageInfo={list.pageInfo} fetchMore={fetchMore}>
        <List empty="Nothing is like that. What is hidden is found by its id.">
          {list.edges.map(({ node }) => (
            <ContentRow key={node.id} item={node} />
          ))}
        </List>
      </Endless>
    </Section>
  )
}
