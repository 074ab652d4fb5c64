// Names above what they name, as elements of the page over the scene. Screen readers have the lists beside it.
import { type Camera, type Object3D, Vector3 } from 'three'
import { CSS2DObject } from 'three/addons/renderers/CSS2DRenderer.js'

export function label(text: string, kind: 'place' | 'person', height: number): CSS2DObject {
  const element = document.createElement('span')
  element.className = `realm-label ${kind}`
  element.textContent = text
  const object = new CSS2DObject(element)
  object.position.y = height
  return object
}

/** The name of the open place stands out. */
export function markLabel(parts: readonly Object3D[], isOpen: boolean): void {
  for (const part of parts) {
    if (part instanceof CSS2DObject) part.element.classList.toggle('open', isOpen)
  }
}

interface Box {
  left: number
  right: number
  top: number
}

const HEIGHT = 22

/** Hides names that would cover others: what is nearer keeps its name, and the open place in any case. */
export function declutter(
  scene: Object3D,
  camera: Camera,
  { width, height }: { width: number; height: number },
): void {
  const taken: Box[] = []
  for (const { element, at } of byImportance(scene, camera)) {
    const x = ((at.x + 1) / 2) * width
    const half = widthOf(element) / 2
    const box = { left: x - half, right: x + half, top: ((1 - at.y) / 2) * height }
    const isFree = taken.every((other) => !overlap(box, other))
    element.style.visibility = isFree ? 'visible' : 'hidden'
    if (isFree) taken.push(box)
  }
}

function byImportance(scene: Object3D, camera: Camera) {
  const labels: { element: HTMLElement; at: Vector3 }[] = []
  scene.traverse((part) => {
    if (!(part instanceof CSS2DObject)) return
    const at = new Vector3().setFromMatrixPosition(part.matrixWorld).project(camera)
    labels.push({ element: part.element, at })
  })
  const rank = ({ element, at }: (typeof labels)[number]) =>
    at.z -
    (element.classList.contains('open') ? 2 : 0) +
    (element.classList.contains('person') ? 1 : 0)
  return labels.toSorted((a, b) => rank(a) - rank(b))
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < HEIGHT
}

const widths = new WeakMap<HTMLElement, number>()

/** Measured once: the texts stay. */
function widthOf(element: HTMLElement): number {
  const width = widths.get(element) ?? element.offsetWidth
  if (width > 0) widths.set(element, width)
  return width
}
