// The scene of a realm. It draws a picture only when something has changed, and none while nobody can see it.
import { WebGLRenderer } from 'three'
import { CSS2DRenderer } from 'three/addons/renderers/CSS2DRenderer.js'
import type { RealmMap } from '../geometry.ts'
import type { PictureProps } from '../props.ts'
import { createView } from './camera.ts'
import { disposeOf, Figures } from './figures.ts'
import { declutter } from './labels.ts'
import { createLoop } from './loop.ts'
import { readPalette } from './palette.ts'
import { createMark, createScene, moveMark } from './place-scene.ts'
import { followPointer } from './pointer.ts'

export interface WorldOptions extends Pick<PictureProps, 'map' | 'onPlace' | 'onGround'> {
  /** Called when the graphics card gives up. */
  onLost: () => void
}

export type World = ReturnType<typeof createWorld>

/** Draws into an element, which must have a size. */
export function createWorld(container: HTMLElement, options: WorldOptions) {
  const { map, onPlace, onGround, onLost } = options
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const palette = readPalette(container)
  const screens = createScreens(container)
  const view = createView(screens.canvas, moves)
  const scene = createScene(map, palette)
  const figures = new Figures(palette, moves)
  const mark = createMark(palette)
  scene.add(figures.group, mark)
  figures.update(map)

  const loop = createLoop(container, (seconds) => {
    const isWalking = figures.step(seconds)
    const isTurning = view.controls.update()
    screens.renderer.render(scene, view.camera)
    screens.labels.render(scene, view.camera)
    declutter(scene, view.camera, screens.labels.getSize())
    return isWalking || isTurning
  })
  const ended = new AbortController()
  const { signal } = ended
  followPointer({ canvas: screens.canvas, view, scene, onPlace, onGround, signal })
  screens.canvas.addEventListener('webglcontextlost', onLost, { signal })
  view.controls.addEventListener('change', loop.request)
  const size = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = container
    if (width === 0 || height === 0) return
    for (const part of [screens.renderer, screens.labels]) part.setSize(width, height)
    view.resize(width, height)
    loop.request()
  })
  size.observe(container)

  return {
    /** Turns around the middle, by an angle in radians. */
    turn(angle: number) {
      view.turn(angle)
      loop.request()
    },
    /** Goes nearer (below 1) or farther away. */
    approach(factor: number) {
      view.approach(factor)
      loop.request()
    },
    /** Shows where people are now. */
    update(latest: RealmMap) {
      figures.update(latest)
      loop.request()
    },
    /** Marks a place. */
    choose(placeId: string) {
      moveMark(mark, { scene, map, placeId })
      loop.request()
    },
    dispose() {
      ended.abort()
      size.disconnect()
      loop.stop()
      view.controls.dispose()
      disposeOf(scene)
      screens.dispose()
    },
  }
}

/** Where the scene is drawn: a canvas, and the names over it. */
function createScreens(container: HTMLElement) {
  const renderer = new WebGLRenderer({ antialias: true })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.shadowMap.enabled = true
  const labels = new CSS2DRenderer()
  labels.domElement.className = 'realm-labels'
  labels.domElement.ariaHidden = 'true'
  const canvas = renderer.domElement
  container.append(canvas, labels.domElement)
  return {
    renderer,
    labels,
    canvas,
    dispose() {
      renderer.dispose()
      // Browsers have few contexts: this one is free at once.
      renderer.forceContextLoss()
      canvas.remove()
      labels.domElement.remove()
    },
  }
}
