// Where the reader is: whether they are in the realm, and the way out of it.
import { useMutation } from '@apollo/client/react'
import { useEffect, useEffectEvent } from 'react'
import { Action } from '../../components/action.tsx'
import {
  LeaveRealmDocument,
  WalkToDocument,
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
