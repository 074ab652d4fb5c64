// What the pointer is over, and what a click chooses: a place, or a spot of the ground.
import { type Object3D, Raycaster, type Scene, Vector2 } from 'three'
import type { Spot } from '../spots.ts'
import type { PictureProps } from '../props.ts'
import type { View } from './camera.ts'
import { GROUND } from './ground.ts'

interface Followed extends Pick<PictureProps, 'onPlace' | 'onGround'> {
  canvas: HTMLCanvasElement
  view: View
  scene: Scene
  /** Ends it. */
  signal: AbortSignal
}

/** A pointer that moves farther than this while it is down turns the scene, and clicks nothing. */
const STILL_PX = 6

export function followPointer(followed: Followed): void {
  const { canvas, view, scene, onPlace, onGround, signal } = followed
  const hit = hitTest(canvas, view)
  const places = scene.children.filter(({ userData }) => userData.placeId)
  const ground = scene.children.filter(({ name }) => name === GROUND)
  let down: Vector2 | undefined
  const press = ({ clientX, clientY }: PointerEvent) => {
    down = new Vector2(clientX, clientY)
  }
  const release = (event: PointerEvent) => {
    const isClick = down && down.distanceTo({ x: event.clientX, y: event.clientY }) < STILL_PX
    const found = isClick ? hit(event, [...places, ...ground]) : undefined
    if (found?.placeId) onPlace(found.placeId)
    else if (found) onGround(found.spot)
  }
  const move = (event: PointerEvent) => {
    if (event.buttons > 0) return
    canvas.style.cursor = hit(event, places) ? 'pointer' : 'grab'
  }
  canvas.addEventListener('pointerdown', press, { signal })
  canvas.addEventListener('pointerup', release, { signal })
  canvas.addEventListener('pointermove', move, { signal })
}

interface Hit {
  placeId: string | undefined
  spot: Spot
}

function hitTest(canvas: HTMLCanvasElement, view: View) {
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
