// What a person has done and has: one list at a time, chosen in the address.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Endless } from '../../components/endless.tsx'
import { Skeleton } from '../../components/screen.tsx'
import { List } from '../../components/section.tsx'
import { numberText } from '../../components/number-text.ts'
import type { Live } from '../../graphql/use-live.ts'
import { titleOf } from '../../layout/news-text.ts'
import type { GuildFragment, ProfileQuery } from './generated/graphql.ts'
import { LISTS, type ListName } from './list-names.ts'

type Person = NonNullable<ProfileQuery['identity']>

interface ListsProps extends Pick<Live<unknown>, 'fetchMore'> {
  person: Person
  open: ListName
}

export function Lists({ person, open, fetchMore }: ListsProps) {
  const list = person[open]
  return (
    <section className="card" aria-label={LISTS[open]}>
      <nav className="choices" aria-label="Lists">
        {(Object.keys(LISTS) as ListName[]).map((name) => (
          <Link
            key={name}
            to={{ search: name === 'quests' ? '' : `list=${name}` }}
            aria-current={name === open ? 'page' : undefined}
            preventScrollReset
            replace
          >
            {LISTS[name]} {countOf(person, name)}
          </Link>
        ))}
      </nav>
      {list === undefined && <Skeleton />}
      {list === null && <p className="soft">This part of the system is away for a moment.</p>}
      {list && (
        <Endless pageInfo={list.pageInfo} fetchMore={fetchMore}>
          <List empty={EMPTY[open]}>
            {list.edges.map(({ node }) => (
              <li key={node.id}>
                {node.__typename === 'Membership' ? <Guild {...node} /> : itemOf(open, node)}
              </li>
            ))}
          </List>
        </Endless>
      )}
    </section>
  )
}

function countOf(person: Person, name: ListName): string {
  const counts = {
    quests: person.questCount,
    scrolls: person.scrollCount,
    guilds: person.guildCount,
    assets: person.assetCount,
    proposals: person.proposalCount,
  }
  const count = counts[name]?.totalCount
  return count === undefined ? '' : numberText(count)
}

const EMPTY: Readonly<Record<ListName, string>> = {
  quests: 'No quest yet.',
  scrolls: 'No scroll that you may read.',
  guilds: 'In no guild.',
  assets: 'Owns nothing.',
  proposals: 'No proposal yet.',
}

/** Assets have no screen of their own. */
const PATHS: Partial<Record<ListName, string>> = {
  quests: 'quests',
  scrolls: 'scrolls',
  proposals: 'proposals',
}

function itemOf(list: ListName, node: { id: string }): ReactNode {
  const path = PATHS[list]
  const title = titleOf(node)
  return path === undefined ? title : <Link to={`/${path}/${node.id}`}>{title}</Link>
}

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
