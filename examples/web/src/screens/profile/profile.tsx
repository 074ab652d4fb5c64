// One person: what the API shows of them to the reader.
import { Link, useParams } from 'react-router'
import { useFilters } from '../../components/forms/use-filters.ts'
import { numberText } from '../../components/number-text.ts'
import { PersonFacts } from '../../components/person-facts.tsx'
import { Screen } from '../../components/screen.tsx'
import { List, Section } from '../../components/section.tsx'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { ProfileDocument, type ProfileDetailsFragment } from './generated/graphql.ts'
import { LISTS, type ListName } from './list-names.ts'
import { Lists } from './lists.tsx'
import { useReread } from './use-reread.ts'
import './profile.css'

const FILTERS = { list: { label: 'List', options: LISTS } } as const

export function Component() {
  const { id = '' } = useParams()
  const { list = 'quests' } = useFilters(FILTERS)
  const live = useList(ProfileDocument, { id, ...only(list) })
  useReread(live.reload)
  const person = live.data?.identity?.id === id ? live.data.identity : undefined
  return (
    <Screen title={person?.displayName ?? 'Profile'} live={live}>
      {({ me }) =>
        person && (
          <div className="profile" data-house={person.house.toLowerCase()}>
            <Person {...person} isOwn={me?.id === id} />
            <Lists person={person} open={list} fetchMore={live.fetchMore} />
            {person.credentials && <Credentials credentials={person.credentials} />}
          </div>
        )
      }
    </Screen>
  )
}

/** For the query: true for the list that is read. */
function only(list: ListName): Record<ListName, boolean> {
  const names = Object.keys(LISTS) as ListName[]
  return Object.fromEntries(names.map((name) => [name, name === list])) as Record<ListName, boolean>
}

function Person({ isOwn, ...person }: ProfileDetailsFragment & { isOwn: boolean }) {
  const { username, picture, house, archetype, bio, createdAt, moderation } = person
  return (
    <section className="card who" aria-label="About">
      <img src={picture} alt="" width="88" height="88" />
      <div>
        <p>
          <b>@{username}</b>
        </p>
        <p className="soft">
          {archetype} of <span className="house-name">{house}</span>, here since{' '}
          <Time at={createdAt} />
        </p>
        <Whereabouts presence={person.presence} />
      </div>
      {bio && <p className="bio">{bio}</p>}
      {moderation && (
        <p className="soft">
          Others do not see these names: {moderation.reason} (<Time at={moderation.hiddenAt} />)
        </p>
      )}
      <PersonFacts person={person}>
        {person.skillPoints !== null && (
          <div>
            <dt>Skill points</dt>
            <dd>{numberText(person.skillPoints)}</dd>
          </div>
        )}
      </PersonFacts>
      {isOwn && (
        <p>
          <Link to="/settings">Change your profile</Link>
        </p>
      )}
    </section>
  )
}

function Whereabouts({ presence }: Pick<ProfileDetailsFragment, 'presence'>) {
  if (!presence) return null
  const { realm, updatedAt } = presence
  return (
    <p className="soft">
      In <Link to={`/realm/${realm.id}`}>{realm.name}</Link>, seen <Time at={updatedAt} />
    </p>
  )
}

function Credentials({
  credentials,
}: {
  credentials: NonNullable<ProfileDetailsFragment['credentials']>
}) {
  return (
    <Section title="Your credentials">
      <List empty="None yet. Some quests issue one.">
        {credentials.map(({ type, issuedAt }) => (
          <li key={type}>
            <span>{wordsOf(type)}</span>
            <span className="soft">
              <Time at={issuedAt} />
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}

/** Such as "Path initiate" for `path_initiate`. */
function wordsOf(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
