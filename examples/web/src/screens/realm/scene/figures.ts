// The people in the scene: each a figure in the colour of their house, which walks when its person moves.
import {
  CircleGeometry,
  ConeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  TorusGeometry,
} from 'three'
import type { MapPerson, RealmMap } from '../geometry.ts'
import { label, removeLabels } from './labels.ts'
import { disposeOf } from './dispose.ts'
import type { Palette } from './palette.ts'

/** Of the map, each second. */
const SPEED = 26

/** Larger than to scale, so that the house can be told from afar. */
const SIZE = 1.45

interface Figure {
  group: Group
  target: MapPerson
}

interface FiguresOptions {
  palette: Palette
  /** The reader. */
  ownId: string | undefined
  /** False for people who want no motion: figures are then where they go at once. */
  moves: boolean
}

export class Figures {
  readonly group = new Group()
  readonly #figures = new Map<string, Figure>()
  readonly #options: FiguresOptions
  #map: RealmMap | undefined

  constructor(options: FiguresOptions) {
    this.#options = options
  }

  /** Shows these people, and sends those off who have another place. */
  update(map: RealmMap): void {
    this.#map = map
    const present = new Set(map.people.map(({ id }) => id))
    for (const [id, { group }] of this.#figures) {
      if (present.has(id)) continue
      this.#figures.delete(id)
      removeLabels(group)
      disposeOf(group)
      group.removeFromParent()
    }
    for (const person of map.people) {
      const known = this.#figures.get(person.id)
      if (known) known.target = person
      else this.#add(person, map)
    }
    if (!this.#options.moves) this.step(Infinity)
  }

  /** Moves everybody on. @returns whether somebody still walks */
  step(seconds: number): boolean {
    const walking = [...this.#figures.values()].map((figure) => this.#walk(figure, seconds))
    return walking.includes(true)
  }

  #add(person: MapPerson, map: RealmMap): void {
    const { palette, ownId } = this.#options
    const group = figure(person, palette, person.person?.id === ownId)
    group.position.set(person.x, map.heightAt(person.x, person.z), person.z)
    this.#figures.set(person.id, { group, target: person })
    this.group.add(group)
  }

  #walk({ group, target }: Figure, seconds: number): boolean {
    const { position } = group
    const [dx, dz] = [target.x - position.x, target.z - position.z]
    const left = Math.hypot(dx, dz)
    if (left < 0.01) return false
    const share = Math.min((SPEED * seconds) / left, 1)
    position.x += dx * share
    position.z += dz * share
    const hop = share < 1 ? Math.abs(Math.sin(left * 1.6)) * 0.5 : 0
    position.y = this.#map!.heightAt(position.x, position.z) + hop
    return share < 1
  }
}

function figure({ person }: MapPerson, palette: Palette, isOwn: boolean): Group {
  const group = new Group()
  group.scale.setScalar(SIZE)
  const color = palette.houseColor(person?.house)
  const cloth = new MeshStandardMaterial({ color, roughness: 0.6 })
  if (palette.isNight) cloth.emissive.copy(color).multiplyScalar(0.25)
  const skin = new MeshStandardMaterial({ color: palette.wall, roughness: 0.7 })
  const body = new Mesh(new ConeGeometry(0.8, 2, 16), cloth)
  body.position.y = 1
  const head = new Mesh(new SphereGeometry(0.5, 16, 12), skin)
  head.position.y = 2.1
  body.castShadow = head.castShadow = true
  group.add(body, head, shadow())
  if (isOwn) group.add(ownRing(palette))
  group.add(label(person?.displayName ?? 'Somebody', 'person', 3.6))
  return group
}

function shadow(): Mesh {
  const look = { color: 'black', transparent: true, opacity: 0.22, depthWrite: false }
  const mesh = new Mesh(
    new CircleGeometry(0.95, 20).rotateX(-Math.PI / 2),
    new MeshBasicMaterial(look),
  )
  mesh.position.y = 0.14
  return mesh
}

function ownRing({ own }: Palette): Mesh {
  const ring = new TorusGeometry(1.25, 0.14, 8, 32).rotateX(Math.PI / 2)
  const mesh = new Mesh(ring, new MeshBasicMaterial({ color: own }))
  mesh.position.y = 0.25
  return mesh
}
