// Where the scene is drawn: a canvas, and the names over it.
import { WebGLRenderer, type Scene } from 'three'
import { CSS2DRenderer } from 'three/addons/renderers/CSS2DRenderer.js'
import type { View } from './camera.ts'
import { declutter } from './labels.ts'

export type Screens = ReturnType<typeof createScreens>

export function createScreens(container: HTMLElement) {
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
