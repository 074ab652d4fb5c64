// A realm: its places, and the people who move between them, as a scene in 3D, as a plan, and as lists.
import { useMutation, useSubscription } from '@apollo/client/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Fault } from '../../components/fault.tsx'
import { PersonLink } from '../../components/person.tsx'
import { List, Screen, Section } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import {
  LeaveRealmDocument,
  RealmDocument,
  RealmLiveDocument,
  WalkToDocument,
  type RealmDetailsFragment,
  type RealmQuery,
} from './generated/graphql.ts'
import { mapOf, type Point, type RealmMap } from './geometry.ts'
import { Places } from './places.tsx'
import type { RealmProps } from './props.ts'
import { View } from './view.tsx'
import './realm.css'

export function Component() {
  const { id } = useParams()
  const live = useLive(RealmDocument, undefined, { id: id ?? '', chosen: id !== undefined })
  const realm = live.data?.realm ?? live.data?.oldest?.nodes[0]
  return (
    <Screen title={realm?.name ?? 'Realm'} live={live}>
      {({ me, realms }) => (
        <>
          <Realms realms={realms} current={realm?.id} />
          {realm ? (
            <Realm key={realm.id} realm={realm} myId={me?.id} />
          ) : (
            <p className="soft">There is no realm yet.</p>
          )}
        </>
      )}
    </Screen>
  )
}

function Realms({ realms, current }: Pick<RealmQuery, 'realms'> & { current: string | undefined }) {
  if (!realms || realms.nodes.length < 2) return null
  return (
    <nav className="choices" aria-label="Realms">
      {realms.nodes.map(({ id, name }) => (
        <Link key={id} to={`/realm/${id}`} aria-current={id === current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Realm({ realm, myId }: { realm: RealmDetailsFragment; myId: string | undefined }) {
  // Its id is known once the query has chosen a realm.
  const { error } = useSubscription(RealmLiveDocument, { variables: { id: realm.id } })
  const map = useMemo(() => mapOf(realm, myId), [realm, myId])
  return (
    <div className="realm columns">
      <Fault error={error} />
      <div className="about stack">
        <p>{realm.description}</p>
        {realm.retiredAt ? (
          <p className="soft">This realm is retired: nobody can enter it.</p>
        ) : (
          <Presence realm={realm} map={map} />
        )}
      </div>
      <View realm={realm} map={map} />
      <div className="stack">
        {/* The list has the first hundred. */}
        <People map={map} total={realm.presence?.totalCount ?? 0} />
        <Places realm={realm} map={map} />
      </div>
    </div>
  )
}

function People({ map: { people }, total }: { map: RealmMap; total: number }) {
  return (
    <Section title={total === 0 ? 'Nobody is here' : `People here: ${total}`}>
      <List empty="Walk to a place, and others will see you there.">
        {people.map(({ id, person, isOwn, at }) => (
          <li key={id} data-house={person?.house}>
            <span className="who row">
              <PersonLink person={person} />
              {isOwn && <span className="soft">(you)</span>}
            </span>
            <span className="soft">
              {at && `by ${at.name}, `}
              {person && `level ${person.level}, ${person.house}`}
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}

function Presence({ realm, map }: RealmProps) {
  const own = map.people.find(({ isOwn }) => isOwn)
  useStay(realm.id, own?.position)
  return (
    <div className="row" role="group" aria-label="You">
      {own ? (
        <p>
          You are here
          {own.at && (
            <>
              , by <b>{own.at.name}</b>
            </>
          )}
          .
        </p>
      ) : (
        <p>You are not here. Walk to a place to enter.</p>
      )}
      {own && (
        <Action
          label="Leave the realm"
          document={LeaveRealmDocument}
          variables={{ id: realm.id }}
        />
      )}
    </div>
  )
}

/** People are shown for five minutes after their last position. */
const STAY_MS = 120_000

/** Says again and again that the reader is there, while they see the page. */
function useStay(id: string, position: Point | undefined): void {
  const [send] = useMutation(WalkToDocument)
  const isHere = position !== undefined
  const stay = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !position) return
    // The next time may succeed, and a realm that is retired says so by its subscription.
    void send({ variables: { id, position } }).catch(() => undefined)
  })
  useEffect(() => {
    if (!isHere) return undefined
    const timer = setInterval(stay, STAY_MS)
    return () => clearInterval(timer)
  }, [isHere])
}
