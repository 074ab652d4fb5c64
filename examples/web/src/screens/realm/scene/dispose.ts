// Frees what the graphics card keeps for an object and everything in it.
import { type Material, Mesh, type Object3D, Points, Sprite } from 'three'

export function disposeOf(object: Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof Points || part instanceof Sprite)) return
    part.geometry.dispose()
    for (const material of [part.material].flat() as Material[]) disposeMaterial(material)
  })
}

function disposeMaterial(material: Material): void {
  const { map } = material as { map?: { dispose(): void } | null }
  map?.dispose()
  material.dispose()
}
