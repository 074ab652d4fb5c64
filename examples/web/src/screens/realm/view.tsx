// The picture of the realm: a scene in 3D, or a plan where the browser cannot draw one or the reader prefers it.
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Fault } from '../../components/fault.tsx'
import { useParameter, useParameterLink } from '../../components/filters.tsx'
import { useSend } from '../../components/use-send.ts'
import { WalkToDocument } from './generated/graphql.ts'
import type { PictureProps, RealmProps } from './props.ts'
import { PLACE } from './places.tsx'
import { Plan } from './plan.tsx'

/** Three.js comes with it, so it is loaded only when it is shown. */
const Scene = lazy(() => import('./scene/scene.tsx'))

export function View({ realm, map }: RealmProps) {
  const { id, name, retiredAt } = realm
  const [view] = useParameter('view')
  const [open, setOpen] = useParameter(PLACE)
  const [isLost, setLost] = useState(false)
  const { send, loading, error } = useSend(WalkToDocument)
  const can3D = canDraw3D() && !isLost
  const isPlan = !can3D || view === 'plan'
  const counts = `${map.places.length} places and ${map.people.length} people`
  const picture: PictureProps = {
    map,
    label: `${name} with ${counts}, as the lists say`,
    open,
    onPlace: (placeId) => setOpen(placeId, { replace: true }),
    onGround(spot) {
      if (retiredAt || loading) return
      void send({ name: `Walk in ${name}`, variables: { id, position: map.positionOf(spot) } })
    },
  }
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

function Looks({ isPlan }: { isPlan: boolean }) {
  const scene = useParameterLink('view', '')
  const plan = useParameterLink('view', 'plan')
  return (
    <nav className="choices" aria-label="View">
      <Link to={scene} aria-current={!isPlan} preventScrollReset>
        In 3D
      </Link>
      <Link to={plan} aria-current={isPlan} preventScrollReset>
        As a plan
      </Link>
    </nav>
  )
}

let known: boolean | undefined

/** Whether this browser can draw in 3D: asked once, with a context that is given back. */
function canDraw3D(): boolean {
  known ??= hasWebGL()
  return known
}

function hasWebGL(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
