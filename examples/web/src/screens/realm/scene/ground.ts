// The island: its ground, the paths between its places, and the water around it.
import * as THREE from 'three'
import { roundness, type MapPlace, type RealmMap } from '../geometry.ts'
import { HALF } from '../spots.ts'
import { mix, type Palette } from './palette.ts'

export const GROUND = 'ground'

export function island(map: RealmMap, palette: Palette): THREE.Mesh {
  const geometry = new THREE.PlaneGeometry(HALF * 2.3, HALF * 2.3, 110, 110).rotateX(-Math.PI / 2)
  const positions = geometry.getAttribute('position')
  for (let at = 0; at < positions.count; at++) {
    positions.setY(at, map.heightAt(positions.getX(at), positions.getZ(at)))
  }
  geometry.setAttribute('color', colorsOf(geometry, palette))
  const material = new THREE.MeshStandardMaterial({
    vertexColors: true,
    flatShading: true,
    roughness: 1,
  })
  const mesh = new THREE.Mesh(geometry, material)
  mesh.receiveShadow = true
  mesh.name = GROUND
  return mesh
}

function colorsOf(geometry: THREE.BufferGeometry, palette: Palette): THREE.Float32BufferAttribute {
  const positions = geometry.getAttribute('position')
  const colors = Array.from({ length: positions.count }, (_, at) => {
    const { r, g, b } = colorAt(positions.getX(at), positions.getY(at), positions.getZ(at), palette)
    return [r, g, b]
  })
  return new THREE.Float32BufferAttribute(colors.flat(), 3)
}

/** Sand at the shore, then meadows and grass, with a little variety. */
function colorAt(x: number, y: number, z: number, palette: Palette): THREE.Color {
  const { sand, meadow, grass } = palette
  const variety = 0.5 + 0.5 * Math.sin(x * 0.33 + Math.cos(z * 0.27) * 2)
  const land = mix(
    mix(grass, meadow, variety * 0.45),
    meadow,
    Math.min(Math.max(y - 4, 0) / 14, 0.6),
  )
  const beach = Math.min(Math.max((1.3 - y) / 1.1, 0), 1) * (roundness(x, z) > 0.76 ? 1 : 0)
  return mix(land, sand, beach).offsetHSL(0, 0, (random(x, z) - 0.5) * 0.02)
}

/** The same number from 0 to 1 for the same spot. */
export function random(x: number, z: number): number {
  const value = Math.sin(x * 127.1 + z * 311.7) * 43_758.545
  return value - Math.floor(value)
}

export function water({ water }: Palette): THREE.Mesh {
  const material = new THREE.MeshBasicMaterial({ color: water })
  const mesh = new THREE.Mesh(new THREE.CircleGeometry(420, 48).rotateX(-Math.PI / 2), material)
  mesh.position.y = -0.5
  return mesh
}

const PATH_WIDTH = 0.55
const STEPS = 36

export function paths(map: RealmMap, palette: Palette): THREE.Mesh[] {
  const material = new THREE.MeshStandardMaterial({
    color: palette.path,
    roughness: 1,
    // Just above the ground, from far away as well.
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
  })
  return map.paths.map(([from, to]) => {
    const mesh = new THREE.Mesh(ribbon(map, from, to), material)
    mesh.receiveShadow = true
    return mesh
  })
}

/** A band along the ground that swings a little to the side. */
function ribbon(map: RealmMap, from: MapPlace, to: MapPlace): THREE.BufferGeometry {
  const [dx, dz] = [to.x - from.x, to.z - from.z]
  const length = Math.hypot(dx, dz) || 1
  const [sideX, sideZ] = [-dz / length, dx / length]
  const points: number[] = []
  for (let step = 0; step <= STEPS; step++) {
    const share = step / STEPS
    const swing = Math.sin(share * Math.PI) * Math.sin(share * 7) * Math.min(length * 0.05, 2)
    for (const side of [-PATH_WIDTH, PATH_WIDTH]) {
      const x = from.x + dx * share + sideX * (swing + side)
      const z = from.z + dz * share + sideZ * (swing + side)
      points.push(x, map.heightAt(x, z) + 0.12, z)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3))
  geometry.setIndex(triangles())
  geometry.computeVertexNormals()
  return geometry
}

function triangles(): number[] {
  return Array.from({ length: STEPS }, (_, step) => step * 2).flatMap((at) => [
    at,
    at + 1,
    at + 2,
    at + 1,
    at + 3,
    at + 2,
  ])
}
