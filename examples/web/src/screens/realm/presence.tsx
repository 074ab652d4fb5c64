// Where the reader is: whether they are in the realm, and the way out of it.
import { useMutation } from '@apollo/client/react'
import { useEffect, useEffectEvent } from 'react'
import { Action } from '../../components/action.tsx'
import {
  LeaveRealmDocument,
  WalkToDocument,
  type LeaveRealmMutation,
  type WalkToMutation,
  type WalkToMutationVariables,
} from './generated/graphql.ts'
import type { RealmMap } from './geometry.ts'
import type { RealmProps } from './props.ts'

/** People are shown for five minutes after their last position. */
const STAY_MS = 120_000

type Position = WalkToMutationVariables['position']

export function Presence({ realm, me, map }: RealmProps & { map: RealmMap }) {
  const own = ownIn(realm, me)
  const at = map.people.find(({ id }) => id === own?.id)?.at
  useStay(realm.id, own?.position)
  return (
    <div className="own-presence" role="group" aria-label="You">
      <p>
        {own ? (
          <>
            You are here
            {at && (
              <>
                , by <b>{at.name}</b>
              </>
            )}
            .
          </>
        ) : (
          'You are not here. Walk to a place to enter.'
        )}
      </p>
      <Action
        label="Leave the realm"
        document={LeaveRealmDocument}
        variables={{ id: realm.id }}
        optimistic={left(realm, me)}
        done={!own && <></>}
      />
    </div>
  )
}

export function ownIn({ presence }: RealmProps['realm'], me: RealmProps['me']) {
  return presence?.nodes.find(({ identity }) => me && identity?.id === me.id)
}

/** Says again and again that the reader is there, while they see the page. */
function useStay(id: string, position: Position | undefined): void {
  const [send] = useMutation(WalkToDocument)
  const isHere = position !== undefined
  const stay = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !position) return
    // The next time may succeed, and a realm that is retired says so by its subscription.
    void send({ variables: { id, position: plain(position) } }).catch(() => undefined)
  })
  useEffect(() => {
    if (!isHere) return undefined
    const timer = setInterval(stay, STAY_MS)
    return () => clearInterval(timer)
  }, [isHere])
}

/** A position as an input has it. */
export function plain({ x, y, z }: Position): Position {
  return { x, y, z }
}

/** What the response to walking will probably be; undefined while nobody knows who the reader is. */
export function walked({ realm, me }: RealmProps, to: Position): WalkToMutation | undefined {
  if (!me || !realm.presence) return undefined
  const own = ownIn(realm, me)
  const others = realm.presence.nodes.filter((presence) => presence !== own)
  const now = {
    __typename: 'Presence',
    id: own?.id ?? `${me.id} in ${realm.id}`,
    updatedAt: new Date().toISOString(),
    position: { __typename: 'Position', ...plain(to) },
    identity: me,
  } as const
  const nodes = [now, ...others]
  const presence = { ...realm.presence, nodes, totalCount: nodes.length }
  return {
    __typename: 'Mutation',
    updatePresence: { __typename: 'Presence', id: now.id, realm: { ...realm, presence } },
  }
}

function left(realm: RealmProps['realm'], me: RealmProps['me']): LeaveRealmMutation {
  const nodes = realm.presence?.nodes.filter(({ identity }) => identity?.id !== me?.id) ?? []
  const presence = realm.presence && { ...realm.presence, nodes, totalCount: nodes.length }
  return { __typename: 'Mutation', leaveRealm: { ...realm, presence } }
}
