// What stands still in the scene: the island with its places, and the ring around the place that is open.
import * as THREE from 'three'
import { type MapPlace, type RealmMap, houseOf } from '../geometry.ts'
import { building } from './buildings.ts'
import { island, paths, water } from './ground.ts'
import { label, markLabel } from './labels.ts'
import { lamp, skyLights } from './lights.ts'
import { nature, stars } from './nature.ts'
import type { Palette } from './palette.ts'

export function createScene(map: RealmMap, palette: Palette): THREE.Scene {
  const scene = new THREE.Scene()
  scene.background = palette.horizon
  scene.fog = new THREE.Fog(palette.horizon, 170, 400)
  const parts = [
    ...skyLights(palette),
    island(map, palette),
    water(palette),
    ...paths(map, palette),
    ...nature(map, palette),
    ...map.places.map((place, index) => placeGroup(place, index, map, palette)),
    ...(palette.isNight ? [stars(palette)] : []),
  ]
  return scene.add(...parts)
}

/** Larger than to scale, as on an old map. */
const SIZE = 1.2

function placeGroup({ place, x, z }: MapPlace, index: number, map: RealmMap, palette: Palette) {
  const group = building(place.kind, houseOf(place), palette)
  group.position.set(x, map.heightAt(x, z) - 0.1, z)
  group.scale.setScalar(SIZE)
  group.userData.placeId = place.id
  if (palette.isNight) group.add(lamp(palette, index))
  group.add(label(place.name, 'place', place.kind === 'tower' ? 13 : 8))
  return group
}

/** A ring around the place that is open. */
export function createMark({ own }: Palette): THREE.Group {
  const ring = new THREE.TorusGeometry(6.2, 0.2, 8, 56).rotateX(Math.PI / 2)
  const group = new THREE.Group()
  group.add(new THREE.Mesh(ring, new THREE.MeshBasicMaterial({ color: own })))
  group.visible = false
  return group
}

export function moveMark(
  mark: THREE.Group,
  { scene, map, placeId }: { scene: THREE.Scene; map: RealmMap; placeId: string },
): void {
  const found = map.places.find(({ place }) => place.id === placeId)
  mark.visible = found !== undefined
  if (found) mark.position.set(found.x, map.heightAt(found.x, found.z) + 0.3, found.z)
  for (const { userData, children } of scene.children) {
    if (userData.placeId) markLabel(children, userData.placeId === placeId)
  }
}
