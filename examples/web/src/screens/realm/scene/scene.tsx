// The scene on the page: begun again when places or the colour scheme change, and kept when people move.
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { PictureProps } from '../props.ts'
import { createWorld, type World } from './world.ts'

export default function Scene(props: PictureProps & { onLost: () => void }) {
  const { map, open, label } = props
  const container = useRef<HTMLDivElement>(null)
  const world = useRef<World>(undefined)
  const onPlace = useEffectEvent(props.onPlace)
  const onGround = useEffectEvent(props.onGround)
  const onLost = useEffectEvent(props.onLost)
  const begin = useEffectEvent(() => {
    const begun = createWorld(container.current!, {
      map,
      onPlace: (id) => onPlace(id),
      onGround: (spot) => onGround(spot),
      onLost: () => onLost(),
    })
    begun.choose(open)
    world.current = begun
    return () => {
      world.current = undefined
      begun.dispose()
    }
  })
  const isDark = useSyncExternalStore(followScheme, () => DARK.matches)
  const places = JSON.stringify(map.places)
  useEffect(() => begin(), [isDark, places])
  useEffect(() => world.current?.update(map), [map])
  useEffect(() => world.current?.choose(open), [open])
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

const DARK = matchMedia('(prefers-color-scheme: dark)')

function followScheme(changed: () => void): () => void {
  DARK.addEventListener('change', changed)
  return () => DARK.removeEventListener('change', changed)
}

function Move({ label, sign, onClick }: { label: string; sign: string; onClick: () => void }) {
  return (
    <button className="quiet" aria-label={label} title={label} onClick={onClick}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}
