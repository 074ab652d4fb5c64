// The people in the scene: each a figure in the colour of their house, which walks when its person moves.
import * as THREE from 'three'
import type { MapPerson, RealmMap } from '../geometry.ts'
import { label } from './labels.ts'
import type { Palette } from './palette.ts'

/** Of the map, each second. */
const SPEED = 26

/** Larger than to scale, so that the house can be told from afar. */
const SIZE = 1.45

interface Figure {
  group: THREE.Group
  target: MapPerson
}

export class Figures {
  readonly group = new THREE.Group()
  readonly #figures = new Map<string, Figure>()
  readonly #palette: Palette
  readonly #moves: boolean
  #map: RealmMap | undefined

  /** @param moves false for people who want no motion: figures are then where they go at once */
  constructor(palette: Palette, moves: boolean) {
    this.#palette = palette
    this.#moves = moves
  }

  /** Shows these people, and sends those off who have another place. */
  update(map: RealmMap): void {
    this.#map = map
    const present = new Set(map.people.map(({ id }) => id))
    for (const [id, { group }] of this.#figures) {
      if (present.has(id)) continue
      this.#figures.delete(id)
      disposeOf(group)
      // The element of its label leaves the page with it.
      group.clear().removeFromParent()
    }
    for (const person of map.people) {
      const known = this.#figures.get(person.id)
      if (known) known.target = person
      else this.#add(person, map)
    }
    if (!this.#moves) this.step(Infinity)
  }

  /** Moves everybody on. @returns whether somebody still walks */
  step(seconds: number): boolean {
    const walking = [...this.#figures.values()].map((figure) => this.#walk(figure, seconds))
    return walking.includes(true)
  }

  #add(person: MapPerson, map: RealmMap): void {
    const group = figure(person, this.#palette)
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

function figure({ person, isOwn }: MapPerson, palette: Palette): THREE.Group {
  const group = new THREE.Group()
  group.scale.setScalar(SIZE)
  const color = palette.houseColor(person?.house)
  const cloth = new THREE.MeshStandardMaterial({ color, roughness: 0.6 })
  if (palette.isNight) cloth.emissive.copy(color).multiplyScalar(0.25)
  const skin = new THREE.MeshStandardMaterial({ color: palette.wall, roughness: 0.7 })
  const body = new THREE.Mesh(new THREE.ConeGeometry(0.8, 2, 16), cloth)
  body.position.y = 1
  const head = new THREE.Mesh(new THREE.SphereGeometry(0.5, 16, 12), skin)
  head.position.y = 2.1
  body.castShadow = head.castShadow = true
  const look = { color: 'black', transparent: true, opacity: 0.22, depthWrite: false }
  const shadow = new THREE.Mesh(
    new THREE.CircleGeometry(0.95, 20),
    new THREE.MeshBasicMaterial(look),
  )
  shadow.rotation.x = -Math.PI / 2
  shadow.position.y = 0.14
  group.add(body, head, shadow)
  if (isOwn) {
    const ring = new THREE.Mesh(
      new THREE.TorusGeometry(1.25, 0.14, 8, 32),
      new THREE.MeshBasicMaterial({ color: palette.own }),
    )
    ring.rotation.x = Math.PI / 2
    ring.position.y = 0.25
    group.add(ring)
  }
  group.add(label(person?.displayName ?? 'Somebody', 'person', 3.6))
  return group
}

/** Frees what the graphics card keeps for an object and everything in it. */
export function disposeOf(object: THREE.Object3D): void {
  object.traverse((part) => {
    if (!(
      part instanceof THREE.Mesh ||
      part instanceof THREE.Points ||
      part instanceof THREE.Sprite
    ))
      return
    part.geometry.dispose()
    const material = part.material as THREE.Material & { map?: { dispose(): void } | null }
    material.map?.dispose()
    material.dispose()
  })
}
