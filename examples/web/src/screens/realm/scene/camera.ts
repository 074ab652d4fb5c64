// Where the scene is seen from: dragging turns it, and so do buttons. The wheel and a finger's way up scroll the page.
import { PerspectiveCamera, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

const TARGET = new Vector3(0, 0, 5)
const HOME = new Vector3(0, 68, 106)

export interface View {
  camera: PerspectiveCamera
  controls: OrbitControls
  resize(width: number, height: number): void
  /** Turns around the middle, by an angle in radians. */
  turn(angle: number): void
  /** Goes nearer (below 1) or farther away. */
  approach(factor: number): void
}

export function createView(element: HTMLElement, moves: boolean): View {
  const camera = new PerspectiveCamera(36, 1, 1, 700)
  const controls = new OrbitControls(camera, element)
  Object.assign(controls, {
    enableDamping: moves,
    enableZoom: false,
    enablePan: false,
    minPolarAngle: 0.25,
    maxPolarAngle: 1.36,
    minDistance: 35,
    maxDistance: 200,
  })
  element.style.touchAction = 'pan-y'
  controls.target.copy(TARGET)
  camera.position.copy(HOME)
  const move = (change: (offset: Vector3) => void) => {
    const offset = camera.position.clone().sub(TARGET)
    change(offset)
    offset.clampLength(controls.minDistance, controls.maxDistance)
    camera.position.copy(TARGET).add(offset)
    controls.update()
  }
  return {
    camera,
    controls,
    resize(width, height) {
      camera.aspect = width / height
      // A narrow view shows the whole width of the island, too.
      camera.fov = Math.min(36 * Math.max(1, 1.45 / camera.aspect), 62)
      camera.updateProjectionMatrix()
    },
    turn: (angle) => move((offset) => offset.applyAxisAngle(new Vector3(0, 1, 0), angle)),
    approach: (factor) => move((offset) => offset.multiplyScalar(factor)),
  }
}
