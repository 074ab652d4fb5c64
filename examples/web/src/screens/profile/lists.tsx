// What a person has done and has: one list at a time, chosen in the address.
import { Link } from 'react-router'
import { useParameter } from '../../components/filters.tsx'
import { Endless } from '../../components/lists.tsx'
import { List, Skeleton } from '../../components/screen.tsx'
import { numberText } from '../../components/text.ts'
import { titleOf } from '../../layout/news-text.ts'
import type { GuildFragment, ProfileQuery } from './generated/graphql.ts'

/** The lists, by their names in the query. Assets have no screen of their own. */
const LISTS = {
  quests: { title: 'Quests done', empty: 'No quest yet.', path: '/quests', count: 'questCount' },
  scrolls: {
    title: 'Scrolls',
    empty: 'No scroll that you may read.',
    path: '/scrolls',
    count: 'scrollCount',
  },
  guilds: { title: 'Guilds', empty: 'In no guild.', path: '/guilds', count: 'guildCount' },
  assets: { title: 'Assets', empty: 'Owns nothing.', path: undefined, count: 'assetCount' },
  proposals: {
    title: 'Proposals',
    empty: 'No proposal yet.',
    path: '/proposals',
    count: 'proposalCount',
  },
} as const

export type ListName = keyof typeof LISTS

export const LIST_NAMES = Object.keys(LISTS) as ListName[]

/** The list that is open. */
export function useOpenList(): ListName {
  const [name] = useParameter('list')
  return LIST_NAMES.find((known) => known === name) ?? 'quests'
}

export function Lists({ person }: { person: NonNullable<ProfileQuery['identity']> }) {
  const open = useOpenList()
  const { title, empty, path } = LISTS[open]
  const list = person[open]
  return (
    <section className="card" aria-label={title}>
      <nav className="choices" aria-label="Lists">
        {LIST_NAMES.map((name) => (
          <Link
            key={name}
            to={{ search: name === 'quests' ? '' : `list=${name}` }}
            aria-current={name === open ? 'page' : undefined}
            preventScrollReset
            replace
          >
            {LISTS[name].title} {totalText(person[LISTS[name].count])}
          </Link>
        ))}
      </nav>
      {list === undefined && <Skeleton />}
      {list === null && <p className="soft">This part of the system is away for a moment.</p>}
      {list && (
        <Endless pageInfo={list.pageInfo} size={20}>
          <List empty={empty}>
            {list.edges.map(({ node }) => (
              <li key={node.id}>
                {node.__typename === 'Membership' && <Guild {...node} />}
                {node.__typename !== 'Membership' && path && (
                  <Link to={`${path}/${node.id}`}>{titleOf(node)}</Link>
                )}
                {!path && titleOf(node)}
              </li>
            ))}
          </List>
        </Endless>
      )}
    </section>
  )
}

const totalText = (list: { totalCount: number } | null) => list && numberText(list.totalCount)

function Guild({ organization, status, steward, leftAt }: GuildFragment) {
  return (
    <>
      <Link to={`/guilds/${organization.id}`}>{organization.name}</Link>
      <span className="soft">{leftAt ? 'left' : steward ? 'steward' : MEMBERSHIPS[status]}</span>
    </>
  )
}

const MEMBERSHIPS = {
  active: 'member',
  pending: 'has asked to join',
  rejected: 'was declined',
} as const
