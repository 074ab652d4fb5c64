// What the pointer is over, and what a click chooses: a place, or a spot of the ground.
import { type Object3D, Raycaster, type Scene, Vector2 } from 'three'
import type { Spot } from '../spots.ts'
import type { View } from './camera.ts'
import { GROUND } from './ground.ts'

interface Followed {
  canvas: HTMLCanvasElement
  view: View
  scene: Scene
  onPlace: (id: string) => void
  onGround: (spot: Spot) => void
}

/** A pointer that moves farther than this while it is down turns the scene, and clicks nothing. */
const STILL_PX = 6

/** @returns the function that ends it */
export function followPointer({ canvas, view, scene, onPlace, onGround }: Followed): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const hit = hitTest({ canvas, view })
  let down: Vector2 | undefined
  canvas.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => {
      down = new Vector2(clientX, clientY)
    },
    { signal },
  )
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const isClick = down && down.distanceTo({ x: event.clientX, y: event.clientY }) < STILL_PX
      const found = isClick ? hit(event, [...placesOf(scene), ...groundOf(scene)]) : undefined
      if (found?.placeId) onPlace(found.placeId)
      else if (found) onGround(found.spot)
    },
    { signal },
  )
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (event.buttons > 0) return
      canvas.style.cursor = hit(event, placesOf(scene)) ? 'pointer' : 'grab'
    },
    { signal },
  )
  return () => ended.abort()
}

interface Hit {
  placeId: string | undefined
  spot: Spot
}

const placesOf = (scene: Scene) => scene.children.filter(({ userData }) => userData.placeId)

const groundOf = (scene: Scene) => scene.children.filter(({ name }) => name === GROUND)

function hitTest({ canvas, view }: Pick<Followed, 'canvas' | 'view'>) {
  const ray = new Raycaster()
  return ({ offsetX, offsetY }: PointerEvent, targets: Object3D[]): Hit | undefined => {
    const x = (offsetX / canvas.clientWidth) * 2 - 1
    const y = 1 - (offsetY / canvas.clientHeight) * 2
    ray.setFromCamera(new Vector2(x, y), view.camera)
    const [found] = ray.intersectObjects(targets)
    if (!found) return undefined
    const { point } = found
    return { placeId: placeIdOf(found.object), spot: { x: point.x, z: point.z } }
  }
}

function placeIdOf(object: Object3D | null): string | undefined {
  if (!object) return undefined
  return (object.userData.placeId as string | undefined) ?? placeIdOf(object.parent)
}
