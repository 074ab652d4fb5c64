// The content of all services, for administrators: what people made is hidden and shown, what the system offers is
// retired and restored, and what people have earned is corrected. Their accounts are in the console of the ID service.
import { Filters, only, useFilters } from '../../components/filters.tsx'
import { Endless } from '../../components/lists.tsx'
import { List, Screen, Section } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { titleOf } from '../../layout/news-text.ts'
import { Changes } from './changes.tsx'
import { ContentDocument } from './generated/graphql.ts'
import { KINDS, LISTS, type Item, type ListName } from './kinds.ts'
import './content.css'

const { quests, ...others } = LISTS

const FILTERS = {
  search: { label: 'Words of the title or the text', kind: 'search' },
  kind: { label: 'Kind', options: others, all: quests },
  id: { label: 'Or one object, by its id', kind: 'search' },
} as const

const LIST_NAMES = Object.keys(LISTS) as ListName[]

export function Component() {
  const { search, kind = 'quests', id } = useFilters(FILTERS)
  const read = only(LIST_NAMES, id === undefined ? kind : undefined)
  const live = useList(ContentDocument, { search, id: id ?? '', one: id !== undefined, ...read })
  return (
    <Screen title="Content" live={live} above={<Filters label="Find content" filters={FILTERS} />}>
      {({ node, ...lists }) =>
        id === undefined ? (
          lists[kind] && (
            <Section title={LISTS[kind]}>
              <Endless pageInfo={lists[kind].pageInfo} size={20}>
                <List empty="Nothing is like that. What is hidden is found by its id.">
                  {lists[kind].edges.map(({ node }) => (
                    <ContentRow key={node.id} item={node} />
                  ))}
                </List>
              </Endless>
            </Section>
          )
        ) : (
          <Section title="Found by its id">
            <List empty="There is no such object.">
              {node ? [<ContentRow key={id} item={node} />] : []}
            </List>
          </Section>
        )
      }
    </Screen>
  )
}

function ContentRow({ item }: { item: Item }) {
  const { id, moderation, retiredAt, withdrawnAt } = item
  const kind = KINDS[item.__typename]
  const title = titleOf(item) ?? item.displayName ?? item.asset?.name ?? id
  const goneAt = retiredAt ?? withdrawnAt
  return (
    <li className="content-row">
      <span className="who row">
        <b>{title}</b>
        {moderation && (
          <span className="state">
            hidden <Time at={moderation.hiddenAt} />: {moderation.reason}
          </span>
        )}
        {goneAt && (
          <span className="state">
            {retiredAt ? 'retired' : 'withdrawn'} <Time at={goneAt} />
          </span>
        )}
      </span>
      <span className="soft">{kind?.words ?? item.__typename}</span>
      {kind && (
        <details>
          <summary>Change</summary>
          <Changes item={item} title={title} kind={kind} />
        </details>
      )}
    </li>
  )
}
