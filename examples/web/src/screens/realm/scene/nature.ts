// Trees and rocks where nothing else stands, the same ones each time, and the stars of the night.
import * as THREE from 'three'
import type { RealmMap } from '../geometry.ts'
import { distance, HALF, type Spot } from '../spots.ts'
import { random } from './ground.ts'
import type { Palette } from './palette.ts'

/** How far apart trees may stand. */
const STEP = 5.2

export function nature(map: RealmMap, palette: Palette): THREE.Object3D[] {
  const spots = wildSpots(map)
  const trees = spots.filter(({ x, z }) => random(z, x) < 0.8)
  const rocks = spots.filter(({ x, z }) => random(z, x) >= 0.8)
  const crown = new THREE.ConeGeometry(1.15, 2.6, 7)
  const top = new THREE.ConeGeometry(0.85, 2, 7)
  return [
    planted(
      map,
      trees,
      new THREE.CylinderGeometry(0.18, 0.26, 1.2, 6).translate(0, 0.5, 0),
      palette.wood,
    ),
    planted(map, trees, crown.translate(0, 2.1, 0), palette.leaf),
    planted(map, trees, top.translate(0, 3.4, 0), palette.leaf),
    planted(map, rocks, new THREE.DodecahedronGeometry(0.7).translate(0, 0.2, 0), palette.stone),
  ]
}

/** Groves on a grid that nobody sees, because each spot is moved; away from places, paths and the shore. */
function wildSpots(map: RealmMap): Spot[] {
  const spots: Spot[] = []
  for (let x = -HALF; x <= HALF; x += STEP) {
    for (let z = -HALF; z <= HALF; z += STEP) {
      const spot = { x: x + (random(x, z) - 0.5) * 4, z: z + (random(z, x + 9) - 0.5) * 4 }
      const isGrove = Math.sin(spot.x * 0.11 + 2) + Math.cos(spot.z * 0.13) > 0.1
      if (isGrove && isFree(map, spot)) spots.push(spot)
    }
  }
  return spots
}

function isFree(map: RealmMap, spot: Spot): boolean {
  return (
    map.heightAt(spot.x, spot.z) > 1 &&
    // The people in front of a place are seen, too.
    map.places.every(({ x, z }) => distance({ x, z: z + 4 }, spot) > 11) &&
    map.paths.every(([from, to]) => distanceToLine(spot, from, to) > 2.6)
  )
}

function distanceToLine(spot: Spot, from: Spot, to: Spot): number {
  const [dx, dz] = [to.x - from.x, to.z - from.z]
  const share = ((spot.x - from.x) * dx + (spot.z - from.z) * dz) / (dx * dx + dz * dz || 1)
  const at = Math.min(Math.max(share, 0), 1)
  return distance(spot, { x: from.x + dx * at, z: from.z + dz * at })
}

/** One shape at many spots, each turned and sized a little differently. */
function planted(
  map: RealmMap,
  spots: readonly Spot[],
  shape: THREE.BufferGeometry,
  color: THREE.Color,
): THREE.InstancedMesh {
  const material = new THREE.MeshStandardMaterial({ color, flatShading: true, roughness: 1 })
  const mesh = new THREE.InstancedMesh(shape, material, spots.length)
  mesh.castShadow = true
  const up = new THREE.Vector3(0, 1, 0)
  spots.forEach(({ x, z }, index) => {
    const turn = new THREE.Quaternion().setFromAxisAngle(up, random(x, z) * Math.PI * 2)
    const size = 0.75 + random(z, x) * 0.6
    const at = new THREE.Vector3(x, map.heightAt(x, z) - 0.1, z)
    mesh.setMatrixAt(
      index,
      new THREE.Matrix4().compose(at, turn, new THREE.Vector3(size, size, size)),
    )
  })
  return mesh
}

export function stars({ light }: Palette): THREE.Points {
  const points = Array.from({ length: 350 }, (_, index) => {
    const angle = random(index, 1) * Math.PI * 2
    const height = 0.05 + random(index, 2) * 0.6
    return [Math.cos(angle) * 330, height * 330, Math.sin(angle) * 330]
  })
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points.flat(), 3))
  const look = { color: light, size: 1.6, sizeAttenuation: false, fog: false }
  return new THREE.Points(geometry, new THREE.PointsMaterial(look))
}
