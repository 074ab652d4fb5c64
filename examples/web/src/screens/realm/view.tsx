// The picture of the realm: a scene in 3D, or a plan where the browser cannot draw one or the reader prefers it.
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Fault } from '../../components/fault.tsx'
import { useParameter } from '../../components/forms/use-filters.ts'
import { useSend } from '../../components/use-send.ts'
import { WalkToDocument } from './generated/graphql.ts'
import type { RealmMap } from './geometry.ts'
import { PLACE } from './places.tsx'
import { Plan } from './plan.tsx'
import type { PictureProps, RealmProps } from './props.ts'
import { canDraw3D } from './webgl.ts'

/** Three.js comes with it, so it is loaded only when it is shown. */
const Scene = lazy(() => import('./scene/scene.tsx'))

export function View({ map, ...props }: RealmProps & { map: RealmMap }) {
  const [parameters] = useSearchParams()
  const [isLost, setLost] = useState(false)
  const { picture, error } = usePicture(map, props)
  const can3D = canDraw3D() && !isLost
  const isPlan = !can3D || parameters.get('view') === 'plan'
  return (
    <section className="view" aria-label="View">
      {isPlan ? (
        <Plan {...picture} />
      ) : (
        <Suspense fallback={<Plan {...picture} />}>
          <Scene {...picture} onLost={() => setLost(true)} />
        </Suspense>
      )}
      <p className="hint soft">Click the ground to walk there, or a place to open it.</p>
      {can3D && <Looks isPlan={isPlan} />}
      <Fault error={error} />
    </section>
  )
}

/** What the scene and the plan get: they draw the same, and a click does the same in both. */
function usePicture(map: RealmMap, props: RealmProps) {
  const [open, setOpen] = useParameter(PLACE)
  const { walk, error } = useWalk(props)
  const picture: PictureProps = {
    map,
    label: pictureLabel(map, props.realm.name),
    ownId: props.me?.id,
    open,
    onPlace: (id) => setOpen(id, { replace: true }),
    onGround: (spot) => walk(map.positionOf(spot)),
  }
  return { picture, error }
}

function useWalk({ realm }: RealmProps) {
  const { send, loading, error } = useSend(WalkToDocument)
  const walk = (position: ReturnType<RealmMap['positionOf']>) => {
    if (realm.retiredAt || loading) return
    void send({ name: `Walk in ${realm.name}`, variables: { id: realm.id, position } })
  }
  return { walk, error }
}

function pictureLabel({ places, people }: RealmMap, name: string): string {
  return `${name} with ${places.length} places and ${people.length} people, as the lists say`
}

function Looks({ isPlan }: { isPlan: boolean }) {
  const [parameters] = useSearchParams()
  const withView = (view: string | undefined) => {
    const next = new URLSearchParams(parameters)
    if (view) next.set('view', view)
    else next.delete('view')
    return { search: next.toString() }
  }
  return (
    <nav className="choices" aria-label="View">
      <Link to={withView(undefined)} aria-current={!isPlan} preventScrollReset>
        In 3D
      </Link>
      <Link to={withView('plan')} aria-current={isPlan} preventScrollReset>
        As a plan
      </Link>
    </nav>
  )
}
