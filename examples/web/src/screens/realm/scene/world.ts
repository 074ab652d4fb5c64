// The scene of a realm. It draws a picture only when something has changed, and none while nobody can see it.
import type { Group, Scene } from 'three'
import type { RealmMap } from '../geometry.ts'
import type { Spot } from '../spots.ts'
import { createView, type View } from './camera.ts'
import { disposeOf } from './dispose.ts'
import { Figures } from './figures.ts'
import { removeLabels } from './labels.ts'
import { createLoop } from './loop.ts'
import { readPalette } from './palette.ts'
import { createMark, createScene, moveMark } from './place-scene.ts'
import { followPointer } from './pointer.ts'
import { createScreens, type Screens } from './screens.ts'

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
  const stage = createStage(container, options)
  const { scene, figures, mark, view } = stage
  const loop = createLoop(container, (seconds) => draw(stage, seconds))
  const stopFollowing = followInput({ stage, container, options, request: loop.request })
  const thenDraw = <Values extends unknown[]>(act: (...values: Values) => void) => {
    return (...values: Values) => {
      act(...values)
      loop.request()
    }
  }
  return {
    turn: thenDraw(view.turn),
    approach: thenDraw(view.approach),
    update: thenDraw((map) => figures.update(map)),
    choose: thenDraw((placeId) => moveMark(mark, { scene, map: options.map, placeId })),
    dispose() {
      stopFollowing()
      loop.stop()
      disposeOfStage(stage)
    },
  }
}

interface Stage {
  scene: Scene
  figures: Figures
  mark: Group
  view: View
  screens: Screens
}

function createStage(container: HTMLElement, { map, ownId }: WorldOptions): Stage {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const palette = readPalette(container)
  const screens = createScreens(container)
  const scene = createScene(map, palette)
  const figures = new Figures({ palette, ownId, moves })
  const mark = createMark(palette)
  scene.add(figures.group, mark)
  figures.update(map)
  return { scene, figures, mark, screens, view: createView(screens.renderer.domElement, moves) }
}

/** @returns whether something still moves */
function draw({ scene, figures, view, screens }: Stage, seconds: number): boolean {
  const isWalking = figures.step(seconds)
  const isTurning = view.controls.update()
  screens.render(scene, view)
  return isWalking || isTurning
}

function disposeOfStage({ scene, view, screens }: Stage): void {
  view.controls.dispose()
  removeLabels(scene)
  disposeOf(scene)
  screens.dispose()
}

interface Followed {
  stage: Stage
  container: HTMLElement
  options: WorldOptions
  /** Draws the next picture. */
  request: () => void
}

/** Follows the pointer and the size of the element. @returns the function that ends it */
function followInput({ stage, container, options, request }: Followed): () => void {
  const { scene, view, screens } = stage
  const { onPlace, onGround, onLost } = options
  const canvas = screens.renderer.domElement
  const stopPointer = followPointer({ canvas, view, scene, onPlace, onGround })
  const stopSize = followSize(container, (width, height) => {
    screens.resize(width, height)
    view.resize(width, height)
    request()
  })
  view.controls.addEventListener('change', request)
  canvas.addEventListener('webglcontextlost', onLost)
  return () => {
    canvas.removeEventListener('webglcontextlost', onLost)
    view.controls.removeEventListener('change', request)
    stopPointer()
    stopSize()
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
