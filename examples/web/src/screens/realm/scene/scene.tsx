// The scene on the page: begun again when places or the colour scheme change, and kept when people move.
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { PictureProps } from '../props.ts'
import { createWorld, type World } from './world.ts'

export default function Scene(props: PictureProps & { onLost: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const world = useWorld(container, props)
  const { map, open, label } = props
  useEffect(() => world.current?.update(map), [map, world])
  useEffect(() => world.current?.choose(open || undefined), [open, world])
  return (
    <div className="scene">
      <div className="stage" ref={container} role="img" aria-label={label} />
      <div className="moves" role="group" aria-label="Camera">
        <Move label="Turn left" sign="⟲" onClick={() => world.current?.turn(-0.4)} />
        <Move label="Turn right" sign="⟳" onClick={() => world.current?.turn(0.4)} />
        <Move label="Nearer" sign="+" onClick={() => world.current?.approach(0.8)} />
        <Move label="Farther" sign="−" onClick={() => world.current?.approach(1.25)} />
      </div>
    </div>
  )
}

function useWorld(
  container: { current: HTMLDivElement | null },
  props: PictureProps & { onLost: () => void },
) {
  const world = useRef<World>(undefined)
  const scheme = useSyncExternalStore(followScheme, () => DARK.matches)
  const ground = JSON.stringify(props.map.places)
  const begin = useEffectEvent(() => {
    const { map, ownId, open } = props
    const begun = createWorld(container.current!, {
      map,
      ownId,
      onPlace: (id) => onPlace(id),
      onGround: (spot) => onGround(spot),
      onLost: () => onLost(),
    })
    begun.choose(open || undefined)
    world.current = begun
    return () => {
      world.current = undefined
      begun.dispose()
    }
  })
  const onPlace = useEffectEvent(props.onPlace)
  const onGround = useEffectEvent(props.onGround)
  const onLost = useEffectEvent(props.onLost)
  useEffect(() => begin(), [scheme, ground])
  return world
}

const DARK = matchMedia('(prefers-color-scheme: dark)')

function followScheme(changed: () => void): () => void {
  DARK.addEventListener('change', changed)
  return () => DARK.removeEventListener('change', changed)
}

interface MoveProps {
  label: string
  sign: string
  onClick: () => void
}

function Move({ label, sign, onClick }: MoveProps) {
  return (
    <button className="quiet" aria-label={label} title={label} onClick={onClick}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}
