// What stands at a place, by its kind, with a roof in the colour of its house.
import * as THREE from 'three'
import type { Palette } from './palette.ts'

/** @param house the name of a house; undefined for a place of no house */
export function building(kind: string, house: string | undefined, palette: Palette): THREE.Group {
  const group = new THREE.Group()
  const materials = materialsOf(palette, palette.houseColor(house))
  for (const { shape, material, at } of Object.hasOwn(KINDS, kind) ? KINDS[kind]! : HOUSE) {
    const mesh = new THREE.Mesh(shape, materials[material])
    mesh.position.set(...at)
    mesh.castShadow = material !== 'water'
    mesh.receiveShadow = true
    group.add(mesh)
  }
  return group
}

function materialsOf(palette: Palette, roof: THREE.Color) {
  const { wall, stone, wood, window, leaf, water, isNight } = palette
  const matt = (color: THREE.Color) => new THREE.MeshStandardMaterial({ color, roughness: 0.95 })
  const glow = { emissive: window, emissiveIntensity: isNight ? 1.6 : 0 }
  return {
    wall: matt(wall),
    stone: matt(stone),
    wood: matt(wood),
    window: new THREE.MeshStandardMaterial({ color: window, roughness: 0.4, ...glow }),
    roof: new THREE.MeshStandardMaterial({ color: roof, roughness: 0.8, flatShading: true }),
    leaf: matt(leaf),
    water: new THREE.MeshStandardMaterial({ color: water, roughness: 0.2 }),
  }
}

type Material = keyof ReturnType<typeof materialsOf>
type At = [x: number, y: number, z: number]
type Size = [width: number, height: number, depth: number]

interface Part {
  material: Material
  shape: THREE.BufferGeometry
  at: At
}

const part = (material: Material, shape: THREE.BufferGeometry, at: At): Part => ({
  material,
  shape,
  at,
})

/** Moves what is centred so that it stands at a height. */
const standing = ([x, y, z]: At, height: number): At => [x, y + height / 2, z]

const box = (material: Material, size: Size, at: At): Part =>
  part(material, new THREE.BoxGeometry(...size), standing(at, size[1]))

/** A roof with four sides. */
function roof(material: Material, size: Size, at: At): Part {
  const shape = new THREE.ConeGeometry(Math.SQRT1_2, 1, 4).rotateY(Math.PI / 4)
  return part(material, shape.scale(...size), standing(at, size[1]))
}

function column(material: Material, radius: number, height: number, at: At): Part {
  const shape = new THREE.CylinderGeometry(radius * 0.88, radius, height, 12)
  return part(material, shape, standing(at, height))
}

/** A row of windows on the south side. */
const windows = (xs: readonly number[], y: number, z: number): Part[] =>
  xs.map((x) => box('window', [0.5, 0.8, 0.08], [x, y, z]))

const HOUSE: Part[] = [
  box('wall', [4.2, 2.6, 3.4], [0, 0, 0]),
  roof('roof', [5, 2.2, 4.2], [0, 2.6, 0]),
  box('stone', [0.6, 1.8, 0.6], [1.3, 3, -0.5]),
  box('wood', [0.8, 1.4, 0.1], [0, 0, 1.7]),
  ...windows([-1.3, 1.3], 1.1, 1.72),
]

const MONUMENT: Part[] = [
  box('stone', [3.4, 0.5, 3.4], [0, 0, 0]),
  box('wall', [2.3, 0.6, 2.3], [0, 0.5, 0]),
  part('stone', new THREE.CylinderGeometry(0.55, 0.95, 4.4, 4).rotateY(Math.PI / 4), [0, 3.3, 0]),
  roof('roof', [0.85, 0.9, 0.85], [0, 5.5, 0]),
  ...windows([0], 1.8, 0.62),
]

const stall = (cloth: Material, x: number, z: number): Part[] => [
  column('wood', 0.09, 1.9, [x - 0.9, 0, z - 0.7]),
  column('wood', 0.09, 1.9, [x - 0.9, 0, z + 0.7]),
  column('wood', 0.09, 1.9, [x + 0.9, 0, z - 0.7]),
  column('wood', 0.09, 1.9, [x + 0.9, 0, z + 0.7]),
  roof(cloth, [2.6, 1, 2.1], [x, 1.9, z]),
  box('wood', [1.8, 0.8, 0.6], [x, 0, z + 0.4]),
  box('window', [0.3, 0.3, 0.3], [x, 1.5, z]),
]

const tree = (x: number, z: number): Part[] => [
  column('wood', 0.2, 1.4, [x, 0, z]),
  part('leaf', new THREE.SphereGeometry(1.2, 9, 7), [x, 2.2, z]),
]

const KINDS: Readonly<Record<string, Part[]>> = {
  tower: [
    column('stone', 2.1, 0.8, [0, 0, 0]),
    column('wall', 1.6, 8, [0, 0.5, 0]),
    column('stone', 1.8, 0.7, [0, 7.6, 0]),
    part('window', new THREE.CylinderGeometry(1.35, 1.35, 1.1, 8), [0, 8.8, 0]),
    part('roof', new THREE.ConeGeometry(2.2, 2.8, 8), [0, 10.7, 0]),
    box('wood', [0.9, 1.6, 0.2], [0, 0.4, 1.6]),
    ...windows([0], 4, 1.5),
  ],
  gate: [
    ...[-2.7, 2.7].flatMap((x) => [
      box('wall', [1.7, 5.6, 1.9], [x, 0, 0]),
      box('stone', [2, 0.5, 2.2], [x, 0, 0]),
      roof('roof', [2.3, 1.7, 2.4], [x, 5.6, 0]),
    ]),
    ...windows([-2.7, 2.7], 3.4, 0.97),
    box('wall', [4.4, 1.1, 1.3], [0, 4, 0]),
    box('roof', [5.4, 0.35, 1.7], [0, 5.1, 0]),
  ],
  library: [
    box('stone', [7.6, 0.5, 5.4], [0, 0, 0.3]),
    box('wall', [6.4, 3.2, 3.6], [0, 0.5, -0.3]),
    ...[-2.8, -1.4, 1.4, 2.8].map((x) => column('stone', 0.32, 3.2, [x, 0.5, 2.3])),
    box('wall', [7.2, 0.5, 5.2], [0, 3.7, 0.2]),
    roof('roof', [7.4, 1.9, 5.4], [0, 4.2, 0.2]),
    box('wood', [1.1, 2, 0.1], [0, 0.5, 1.5]),
    ...windows([-2.1, 2.1], 1.7, 1.52),
  ],
  hall: [
    column('stone', 4.1, 0.5, [0, 0, 0]),
    column('wall', 3.4, 3.4, [0, 0.4, 0]),
    column('stone', 3.6, 0.5, [0, 3.6, 0]),
    part('roof', new THREE.SphereGeometry(3.1, 20, 10, 0, Math.PI * 2, 0, Math.PI / 2), [0, 4, 0]),
    column('stone', 0.3, 1, [0, 7, 0]),
    box('wood', [1.2, 2, 0.3], [0, 0.4, 3.2]),
    ...windows([-1.5, 1.5], 1.7, 2.9),
  ],
  school: [
    box('wall', [6.2, 2.5, 3.4], [0.4, 0, 0]),
    roof('roof', [6.9, 1.9, 4.1], [0.4, 2.5, 0]),
    box('wall', [1.7, 4.8, 1.7], [-2.6, 0, 1]),
    roof('roof', [2.2, 2, 2.2], [-2.6, 4.8, 1]),
    box('wood', [0.8, 1.5, 0.1], [0.4, 0, 1.7]),
    ...windows([-0.9, 1.7, 2.8], 1.1, 1.72),
    ...windows([-2.6], 3.6, 1.87),
  ],
  market: [...stall('roof', -2.4, 0.8), ...stall('wall', 0.4, -1.6), ...stall('roof', 2.6, 1)],
  monument: MONUMENT,
  landmark: MONUMENT,
  garden: [
    part('water', new THREE.CircleGeometry(2.6, 28).rotateX(-Math.PI / 2), [0, 0.35, 0]),
    ...Array.from({ length: 14 }, (_, side) => {
      const angle = (side / 14) * Math.PI * 2
      const at: At = [Math.cos(angle) * 2.8, 0.3, Math.sin(angle) * 2.8]
      return part('stone', new THREE.SphereGeometry(0.42, 7, 5), at)
    }),
    ...tree(-3.4, -1.8),
    ...tree(3.2, -2.2),
    ...tree(0.4, -3.8),
  ],
  vault: [
    part(
      'stone',
      new THREE.CylinderGeometry(2.3, 2.3, 4.6, 18).rotateX(Math.PI / 2),
      [0, 0.2, -0.6],
    ),
    box('wall', [5.2, 2.4, 0.6], [0, 0, 1.7]),
    box('roof', [1.6, 1.9, 0.1], [0, 0, 2.02]),
    ...windows([-1.6, 1.6], 1, 2.02),
  ],
}
