// The scene of a realm. It draws a picture only when something has changed, and none while nobody can see it.
import { Fog, Group, MeshBasicMaterial, Mesh, Scene, TorusGeometry, WebGLRenderer } from 'three'
import { CSS2DRenderer } from 'three/addons/renderers/CSS2DRenderer.js'
import type { MapPlace, RealmMap } from '../geometry.ts'
import type { Spot } from '../spots.ts'
import { houseOf } from '../refs.ts'
import { building } from './buildings.ts'
import { createView, type View } from './camera.ts'
import { disposeOf } from './dispose.ts'
import { Figures } from './figures.ts'
import { island, paths, water } from './ground.ts'
import { declutter, label, markLabel, removeLabels } from './labels.ts'
import { lamp, skyLights } from './lights.ts'
import { createLoop } from './loop.ts'
import { nature, stars } from './nature.ts'
import { readPalette, type Palette } from './palette.ts'
import { followPointer } from './pointer.ts'

export interface WorldOptions {
  map: RealmMap
  ownId: string | undefined
  onPlace: (id: string) => void
  onGround: (spot: Spot) => void
  /** Called when the graphics card gives up. */
  onLost: () => void
}

export interface World extends Pick<View, 'turn' | 'approach'> {
  /** Shows where people are now. */
  update(map: RealmMap): void
  /** Marks a place. */
  choose(placeId: string | undefined): void
  dispose(): void
}

/** Draws into an element, which must have a size. */
export function createWorld(container: HTMLElement, options: WorldOptions): World {
  const { map, ownId, onPlace, onGround, onLost } = options
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const palette = readPalette(container)
  const screens = createScreens(container)
  const scene = createScene(map, palette)
  const figures = new Figures({ palette, ownId, moves })
  const mark = createMark(palette)
  scene.add(figures.group, mark)
  figures.update(map)
  const canvas = screens.renderer.domElement
  const view = createView(canvas, moves)
  const loop = createLoop(container, (seconds) => {
    const walking = figures.step(seconds)
    const turning = view.controls.update()
    screens.render(scene, view)
    return walking || turning
  })
  view.controls.addEventListener('change', loop.request)
  const endPointer = followPointer({ canvas, view, scene, onPlace, onGround })
  const endSize = followSize(container, (width, height) => {
    screens.resize(width, height)
    view.resize(width, height)
    loop.request()
  })
  canvas.addEventListener('webglcontextlost', onLost)
  const then = <A extends unknown[]>(act: (...values: A) => void) => {
    return (...values: A) => {
      act(...values)
      loop.request()
    }
  }
  return {
    turn: then(view.turn),
    approach: then(view.approach),
    update: then((map) => figures.update(map)),
    choose: then((id) => moveMark(mark, { scene, map, placeId: id })),
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost)
      endPointer()
      endSize()
      loop.stop()
      view.controls.dispose()
      removeLabels(scene)
      disposeOf(scene)
      screens.dispose()
    },
  }
}

function createScene(map: RealmMap, palette: Palette): Scene {
  const scene = new Scene()
  scene.background = palette.horizon
  scene.fog = new Fog(palette.horizon, 170, 400)
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
function createMark({ own }: Palette): Group {
  const ring = new TorusGeometry(6.2, 0.2, 8, 56).rotateX(Math.PI / 2)
  const group = new Group()
  group.add(new Mesh(ring, new MeshBasicMaterial({ color: own })))
  group.visible = false
  return group
}

function moveMark(
  mark: Group,
  { scene, map, placeId }: { scene: Scene; map: RealmMap; placeId: string | undefined },
): void {
  const found = map.places.find(({ place }) => place.id === placeId)
  mark.visible = found !== undefined
  if (found) mark.position.set(found.x, map.heightAt(found.x, found.z) + 0.3, found.z)
  for (const { userData, children } of scene.children) {
    if (userData.placeId) markLabel(children, userData.placeId === placeId)
  }
}

/** The picture, and the names over it. */
function createScreens(container: HTMLElement) {
  const renderer = new WebGLRenderer({ antialias: true })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.shadowMap.enabled = true
  const labels = new CSS2DRenderer()
  labels.domElement.className = 'realm-labels'
  labels.domElement.ariaHidden = 'true'
  container.append(renderer.domElement, labels.domElement)
  return {
    renderer,
    render(scene: Scene, { camera }: View) {
      renderer.render(scene, camera)
      labels.render(scene, camera)
      declutter(scene, camera, labels.getSize())
    },
    resize(width: number, height: number) {
      renderer.setSize(width, height)
      labels.setSize(width, height)
    },
    dispose() {
      renderer.dispose()
      // Browsers have few contexts: this one is free at once.
      renderer.forceContextLoss()
      renderer.domElement.remove()
      labels.domElement.remove()
    },
  }
}

function followSize(element: HTMLElement, changed: (width: number, height: number) => void) {
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = element
    if (clientWidth > 0 && clientHeight > 0) changed(clientWidth, clientHeight)
  })
  observer.observe(element)
  return () => observer.disconnect()
}
