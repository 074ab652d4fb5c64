// A realm: its places, and the people who move between them, as a scene in 3D, as a plan, and as lists.
import { useSubscription } from '@apollo/client/react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { Fault } from '../../components/fault.tsx'
import { Screen } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { RealmDocument, RealmLiveDocument, type RealmQuery } from './generated/graphql.ts'
import { mapOf } from './geometry.ts'
import { People } from './people.tsx'
import { Places } from './places.tsx'
import type { RealmProps } from './props.ts'
import { Presence } from './presence.tsx'
import { View } from './view.tsx'
import './realm.css'

export function Component() {
  const { id } = useParams()
  const live = useLive(RealmDocument, undefined, { id: id ?? '', chosen: id !== undefined })
  const realm = live.data && shownIn(live.data)
  return (
    <Screen title={realm?.name ?? 'Realm'} live={live}>
      {({ me, realms }) => (
        <>
          <Realms realms={realms} current={realm?.id} />
          {realm ? (
            <Realm key={realm.id} realm={realm} me={me} />
          ) : (
            <p className="soft">There is no realm yet.</p>
          )}
        </>
      )}
    </Screen>
  )
}

function shownIn({ realm, oldest }: RealmQuery) {
  return realm ?? oldest?.nodes[0]
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

function Realm({ realm, me }: RealmProps) {
  // Its id is known once the query has chosen a realm.
  const { error } = useSubscription(RealmLiveDocument, { variables: { id: realm.id } })
  const map = useMemo(() => mapOf(realm), [realm])
  return (
    <div className="realm">
      <Fault error={error} />
      <div className="about">
        <p>{realm.description}</p>
        {realm.retiredAt ? (
          <p className="soft">This realm is retired: nobody can enter it.</p>
        ) : (
          <Presence realm={realm} me={me} map={map} />
        )}
      </div>
      <View realm={realm} me={me} map={map} />
      <div className="lists">
        <People map={map} me={me} total={realm.presence?.totalCount ?? 0} />
        <Places realm={realm} me={me} map={map} />
      </div>
    </div>
  )
}
