// What stands at a place, by its kind, with a roof in the colour of its house.
import {
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
} from 'three'
import type { Palette } from './palette.ts'

interface Materials {
  wall: Material
  stone: Material
  wood: Material
  window: Material
  roof: Material
  leaf: Material
  water: Material
}

/** @param house the name of a house; undefined for a place of no house */
export function building(kind: string, house: string | undefined, palette: Palette): Group {
  const group = new Group()
  const build = KINDS[kind] ?? buildHouse
  build(group, materialsOf(palette, palette.houseColor(house)))
  return group
}

function materialsOf(palette: Palette, roof: Color): Materials {
  const { wall, stone, wood, window, leaf, water, isNight } = palette
  const matt = (color: Color) => new MeshStandardMaterial({ color, roughness: 0.95 })
  const glow = { emissive: window, emissiveIntensity: isNight ? 1.6 : 0 }
  return {
    wall: matt(wall),
    stone: matt(stone),
    wood: matt(wood),
    window: new MeshStandardMaterial({ color: window, roughness: 0.4, ...glow }),
    roof: new MeshStandardMaterial({ color: roof, roughness: 0.8, flatShading: true }),
    leaf: matt(leaf),
    water: new MeshStandardMaterial({ color: water, roughness: 0.2 }),
  }
}

type Build = (group: Group, materials: Materials) => void

const KINDS: Readonly<Record<string, Build>> = {
  tower: buildTower,
  gate: buildGate,
  library: buildLibrary,
  hall: buildHall,
  school: buildSchool,
  market: buildMarket,
  monument: buildMonument,
  landmark: buildMonument,
  garden: buildGarden,
  vault: buildVault,
}

type At = [x: number, y: number, z: number]

function add(group: Group, geometry: BufferGeometry, material: Material, at: At): Mesh {
  const mesh = new Mesh(geometry, material)
  mesh.position.set(...at)
  mesh.castShadow = true
  mesh.receiveShadow = true
  group.add(mesh)
  return mesh
}

type Size = [width: number, height: number, depth: number]

/** A box that stands at a height. */
function box(group: Group, [width, height, depth]: Size, material: Material, [x, y, z]: At): void {
  add(group, new BoxGeometry(width, height, depth), material, [x, y + height / 2, z])
}

/** A roof with four sides. */
function roof(group: Group, [width, height, depth]: Size, material: Material, [x, y, z]: At): void {
  const shape = new ConeGeometry(Math.SQRT1_2, 1, 4).rotateY(Math.PI / 4)
  add(group, shape.scale(width, height, depth), material, [x, y + height / 2, z])
}

function column(group: Group, radius: number, height: number, material: Material, at: At): void {
  const [x, y, z] = at
  const shape = new CylinderGeometry(radius * 0.88, radius, height, 12)
  add(group, shape, material, [x, y + height / 2, z])
}

/** A row of windows on the south side. */
function windows(group: Group, xs: readonly number[], material: Material, y: number, z: number) {
  for (const x of xs) box(group, [0.5, 0.8, 0.08], material, [x, y, z])
}

function buildHouse(group: Group, { wall, wood, window, roof: tiles, stone }: Materials): void {
  box(group, [4.2, 2.6, 3.4], wall, [0, 0, 0])
  roof(group, [5, 2.2, 4.2], tiles, [0, 2.6, 0])
  box(group, [0.6, 1.8, 0.6], stone, [1.3, 3, -0.5])
  box(group, [0.8, 1.4, 0.1], wood, [0, 0, 1.7])
  windows(group, [-1.3, 1.3], window, 1.1, 1.72)
}

function buildTower(group: Group, { wall, wood, window, roof: tiles, stone }: Materials): void {
  column(group, 2.1, 0.8, stone, [0, 0, 0])
  column(group, 1.6, 8, wall, [0, 0.5, 0])
  column(group, 1.8, 0.7, stone, [0, 7.6, 0])
  add(group, new CylinderGeometry(1.35, 1.35, 1.1, 8), window, [0, 8.8, 0])
  add(group, new ConeGeometry(2.2, 2.8, 8), tiles, [0, 10.7, 0])
  box(group, [0.9, 1.6, 0.2], wood, [0, 0.4, 1.6])
  windows(group, [0], window, 4, 1.5)
}

function buildGate(group: Group, { stone, roof: tiles, window, wall }: Materials): void {
  for (const x of [-2.7, 2.7]) {
    box(group, [1.7, 5.6, 1.9], wall, [x, 0, 0])
    box(group, [2, 0.5, 2.2], stone, [x, 0, 0])
    roof(group, [2.3, 1.7, 2.4], tiles, [x, 5.6, 0])
    windows(group, [x], window, 3.4, 0.97)
  }
  box(group, [4.4, 1.1, 1.3], wall, [0, 4, 0])
  box(group, [5.4, 0.35, 1.7], tiles, [0, 5.1, 0])
}

function buildLibrary(group: Group, { wall, stone, window, roof: tiles, wood }: Materials): void {
  box(group, [7.6, 0.5, 5.4], stone, [0, 0, 0.3])
  box(group, [6.4, 3.2, 3.6], wall, [0, 0.5, -0.3])
  for (const x of [-2.8, -1.4, 1.4, 2.8]) column(group, 0.32, 3.2, stone, [x, 0.5, 2.3])
  box(group, [7.2, 0.5, 5.2], wall, [0, 3.7, 0.2])
  roof(group, [7.4, 1.9, 5.4], tiles, [0, 4.2, 0.2])
  box(group, [1.1, 2, 0.1], wood, [0, 0.5, 1.5])
  windows(group, [-2.1, 2.1], window, 1.7, 1.52)
}

function buildHall(group: Group, { wall, stone, window, roof: tiles, wood }: Materials): void {
  column(group, 4.1, 0.5, stone, [0, 0, 0])
  column(group, 3.4, 3.4, wall, [0, 0.4, 0])
  column(group, 3.6, 0.5, stone, [0, 3.6, 0])
  add(group, new SphereGeometry(3.1, 20, 10, 0, Math.PI * 2, 0, Math.PI / 2), tiles, [0, 4, 0])
  column(group, 0.3, 1, stone, [0, 7, 0])
  box(group, [1.2, 2, 0.3], wood, [0, 0.4, 3.2])
  windows(group, [-1.5, 1.5], window, 1.7, 2.9)
}

function buildSchool(group: Group, materials: Materials): void {
  const { wall, window, roof: tiles, wood } = materials
  box(group, [6.2, 2.5, 3.4], wall, [0.4, 0, 0])
  roof(group, [6.9, 1.9, 4.1], tiles, [0.4, 2.5, 0])
  box(group, [1.7, 4.8, 1.7], wall, [-2.6, 0, 1])
  roof(group, [2.2, 2, 2.2], tiles, [-2.6, 4.8, 1])
  box(group, [0.8, 1.5, 0.1], wood, [0.4, 0, 1.7])
  windows(group, [-0.9, 1.7, 2.8], window, 1.1, 1.72)
  windows(group, [-2.6], window, 3.6, 1.87)
}

const STALLS: readonly At[] = [
  [-2.4, 0, 0.8],
  [0.4, 0, -1.6],
  [2.6, 0, 1],
]

function buildMarket(group: Group, { wood, roof: cloth, wall, window }: Materials): void {
  STALLS.forEach(([x, , z], index) => {
    for (const [dx, dz] of [-0.9, 0.9].flatMap((dx) => [-0.7, 0.7].map((dz) => [dx, dz])) as [
      number,
      number,
    ][]) {
      column(group, 0.09, 1.9, wood, [x + dx, 0, z + dz])
    }
    roof(group, [2.6, 1, 2.1], index === 1 ? wall : cloth, [x, 1.9, z])
    box(group, [1.8, 0.8, 0.6], wood, [x, 0, z + 0.4])
    box(group, [0.3, 0.3, 0.3], window, [x, 1.5, z])
  })
}

function buildMonument(group: Group, { stone, wall, roof: tip, window }: Materials): void {
  box(group, [3.4, 0.5, 3.4], stone, [0, 0, 0])
  box(group, [2.3, 0.6, 2.3], wall, [0, 0.5, 0])
  const pillar = new CylinderGeometry(0.55, 0.95, 4.4, 4).rotateY(Math.PI / 4)
  add(group, pillar, stone, [0, 3.3, 0])
  roof(group, [0.85, 0.9, 0.85], tip, [0, 5.5, 0])
  windows(group, [0], window, 1.8, 0.62)
}

function buildGarden(group: Group, { water, stone, leaf, wood }: Materials): void {
  const pond = add(group, new CircleGeometry(2.6, 28).rotateX(-Math.PI / 2), water, [0, 0.35, 0])
  pond.castShadow = false
  for (let side = 0; side < 14; side++) {
    const angle = (side / 14) * Math.PI * 2
    const at: At = [Math.cos(angle) * 2.8, 0.3, Math.sin(angle) * 2.8]
    add(group, new SphereGeometry(0.42, 7, 5), stone, at)
  }
  for (const [x, z] of [
    [-3.4, -1.8],
    [3.2, -2.2],
    [0.4, -3.8],
  ] as const) {
    column(group, 0.2, 1.4, wood, [x, 0, z])
    add(group, new SphereGeometry(1.2, 9, 7), leaf, [x, 2.2, z])
  }
}

function buildVault(group: Group, { stone, wall, window, roof: entrance }: Materials): void {
  const barrel = new CylinderGeometry(2.3, 2.3, 4.6, 18).rotateX(Math.PI / 2)
  add(group, barrel, stone, [0, 0.2, -0.6])
  box(group, [5.2, 2.4, 0.6], wall, [0, 0, 1.7])
  box(group, [1.6, 1.9, 0.1], entrance, [0, 0, 2.02])
  windows(group, [-1.6, 1.6], window, 1, 2.02)
}
