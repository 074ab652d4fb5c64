// One person: what the API shows of them to the reader.
import { useEffect, useEffectEvent } from 'react'
import { Link, useParams } from 'react-router'
import { only } from '../../components/filters.tsx'
import { PersonFacts } from '../../components/person.tsx'
import { Fact, List, Row, Screen, Section } from '../../components/screen.tsx'
import { numberText } from '../../components/text.ts'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { useNews } from '../../graphql/news.tsx'
import { ProfileDocument, type ProfileDetailsFragment } from './generated/graphql.ts'
import { LIST_NAMES, Lists, useOpenList } from './lists.tsx'
import './profile.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useList(ProfileDocument, { id, ...only(LIST_NAMES, useOpenList()) })
  useReread(live.reload)
  const person = live.data?.identity?.id === id ? live.data.identity : undefined
  return (
    <Screen title={person?.displayName ?? 'Profile'} live={live}>
      {({ me }) =>
        person && (
          <div className="profile columns" data-house={person.house}>
            <Person {...person} isOwn={me?.id === id} />
            <Lists person={person} />
            {person.credentials && <Credentials of={person.credentials} />}
          </div>
        )
      }
    </Screen>
  )
}

const EVERY_MS = 60_000

/**
 * The API has no subscription to another person, so they are read again every minute while somebody sees the page, and
 * at once when something has happened to the reader.
 */
function useReread(read: () => void): void {
  const [latest] = useNews().news
  const reread = useEffectEvent(read)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reread()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (latest) reread()
  }, [latest])
}

function Person({ isOwn, ...person }: ProfileDetailsFragment & { isOwn: boolean }) {
  const { username, picture, house, archetype, bio, createdAt, moderation, presence } = person
  return (
    <section className="card who" aria-label="About">
      <img src={picture} alt="" width="88" height="88" />
      <div>
        <p>
          <b>@{username}</b>
        </p>
        <p className="soft">
          {archetype} of <span className="house">{house}</span>, here since <Time at={createdAt} />
        </p>
        {presence && (
          <p className="soft">
            In <Link to={`/realm/${presence.realm.id}`}>{presence.realm.name}</Link>, seen{' '}
            <Time at={presence.updatedAt} />
          </p>
        )}
      </div>
      {bio && <p>{bio}</p>}
      {moderation && (
        <p className="soft">
          Others do not see these names: {moderation.reason} (<Time at={moderation.hiddenAt} />)
        </p>
      )}
      <PersonFacts person={person}>
        {person.skillPoints !== null && (
          <Fact name="Skill points">{numberText(person.skillPoints)}</Fact>
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

function Credentials({ of }: { of: NonNullable<ProfileDetailsFragment['credentials']> }) {
  return (
    <Section title="Your credentials">
      <List empty="None yet. Some quests issue one.">
        {of.map(({ type, issuedAt }) => (
          <Row key={type} at={issuedAt}>
            {wordsOf(type)}
          </Row>
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
