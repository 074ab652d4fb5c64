// The realm from above, as a drawing: for browsers without 3D, and for readers who prefer it.
import type { MouseEvent } from 'react'
import { houseOf, type MapPerson, type MapPlace } from './geometry.ts'
import type { PictureProps } from './props.ts'
import { HALF, type Spot } from './spots.ts'

const EDGE = HALF * 1.12

export function Plan({ map, label, open, onPlace, onGround }: PictureProps) {
  const click = (event: MouseEvent<SVGSVGElement>) => {
    const id = (event.target as Element).closest<SVGGElement>('[data-place]')?.dataset.place
    if (id) onPlace(id)
    else if ((event.target as Element).closest('.land')) onGround(spotOf(event))
  }
  const viewBox = `${-EDGE} ${-EDGE} ${EDGE * 2} ${EDGE * 2}`
  return (
    <svg className="plan" role="img" aria-label={label} viewBox={viewBox} onClick={click}>
      <g className="land">
        <path className="beach" d={outline(1.02)} />
        <path className="meadow" d={outline(0.95)} />
        <path className="grass" d={outline(0.62)} />
      </g>
      {map.paths.map(([from, to]) => (
        <line
          key={`${from.place.id} ${to.place.id}`}
          className="way"
          {...{ x1: from.x, y1: from.z, x2: to.x, y2: to.z }}
        />
      ))}
      {map.places.map((place) => (
        <Building key={place.place.id} {...place} isOpen={place.place.id === open} />
      ))}
      {map.people.map((person) => (
        <Figure key={person.id} {...person} />
      ))}
    </svg>
  )
}

/** Where on the map the pointer is. */
function spotOf({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>): Spot {
  const toPlan = currentTarget.getScreenCTM()!.inverse()
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPlan)
  return { x, z: y }
}

const STEPS = 96

/** The shore at a distance from the middle: a square with round corners that a hand has drawn. */
function outline(share: number): string {
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * Math.PI * 2
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const reach = (HALF * share) / (x ** 4 + y ** 4) ** 0.25
    const wave = 1 + 0.012 * Math.sin(angle * 9) + 0.01 * Math.sin(angle * 5 + 1)
    return `${(x * reach * wave).toFixed(2)} ${(y * reach * wave).toFixed(2)}`
  })
  return `M${points.join('L')}Z`
}

function Building({ place, x, z, isOpen }: MapPlace & { isOpen: boolean }) {
  return (
    <g
      className={isOpen ? 'building open' : 'building'}
      data-place={place.id}
      data-house={houseOf(place) ?? 'none'}
      transform={`translate(${x} ${z})`}
    >
      {isOpen && <circle className="mark" r="5.2" />}
      <ellipse className="shade" cy="1.9" rx="3.6" ry="1" />
      <path className="wall" d="M-2.6 2V-1H2.6V2Z" />
      <path className="roof" d={ROOFS[place.kind] ?? ROOFS.house} />
      <path className="door" d="M-.6 2V.3H.6V2Z" />
      <text y="-5">{place.name}</text>
    </g>
  )
}

const ROOFS: Readonly<Record<string, string>> = {
  house: 'M-3.4 -.8 0 -4 3.4 -.8Z',
  tower: 'M-1.4 -.6V-3H-2L0 -6.4 2 -3H1.4V-.6Z',
  gate: 'M-3.2 -.8V-3.4H-1.6V-1.6H1.6V-3.4H3.2V-.8Z',
  hall: 'M-3.2 -.8A3.2 3.2 0 0 1 3.2 -.8Z',
  market: 'M-3.6 -.6 -2.4 -3H2.4L3.6 -.6 2.4 .2 1.2 -.6 0 .2-1.2 -.6-2.4 .2Z',
  monument: 'M-1 -.8 -.5 -5 0 -6 .5 -5 1 -.8Z',
  landmark: 'M-1 -.8 -.5 -5 0 -6 .5 -5 1 -.8Z',
  garden: 'M-3 -.6A1.8 1.8 0 0 1 -1.6 -3.4 2.2 2.2 0 0 1 1.8 -3.4 1.8 1.8 0 0 1 3 -.6Z',
}

function Figure({ id, person, x, z, isOwn }: MapPerson) {
  const name = person?.displayName ?? 'Somebody'
  return (
    <g
      className="figure"
      data-presence={id}
      data-house={person?.house ?? 'none'}
      // A transform of a style moves there; an attribute would jump.
      style={{ transform: `translate(${x}px, ${z}px)` }}
    >
      <title>{name}</title>
      {isOwn && <circle className="mark" r="2.5" />}
      <circle className="body" r="1.7" />
      <text y=".75">{initialOf(name)}</text>
    </g>
  )
}

function initialOf(name: string): string {
  return String.fromCodePoint(name.codePointAt(0)!).toUpperCase()
}
