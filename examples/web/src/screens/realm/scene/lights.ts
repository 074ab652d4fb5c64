// The light of the scene: the sun by day; by night the moon, and lamps at the places.
import * as THREE from 'three'
import { HALF } from '../spots.ts'
import type { Palette } from './palette.ts'

export function skyLights({ isNight, sky, grass, light }: Palette): THREE.Object3D[] {
  const ambient = new THREE.HemisphereLight(sky, grass, isNight ? 1.5 : 1.9)
  const sun = new THREE.DirectionalLight(light, isNight ? 1.1 : 2.4)
  sun.position.set(isNight ? -45 : 48, 70, isNight ? 10 : 36)
  sun.castShadow = true
  sun.shadow.mapSize.set(2048, 2048)
  sun.shadow.radius = 4
  sun.shadow.normalBias = 0.06
  const reach = HALF * 1.25
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach })
  sun.shadow.camera.far = 200
  return [ambient, sun]
}

/** More would cost more than they show. */
const MAX_LIGHTS = 10

/** The light of the windows of a place, at night. */
export function lamp({ window }: Palette, index: number): THREE.Group {
  const group = new THREE.Group()
  const halo = new THREE.Sprite(
    new THREE.SpriteMaterial({
      map: haloTexture(),
      color: window,
      blending: THREE.AdditiveBlending,
      transparent: true,
      opacity: 0.35,
      depthWrite: false,
    }),
  )
  halo.scale.setScalar(13)
  halo.position.set(0, 2.6, 2)
  // The light of a place is no part of it that can be clicked.
  halo.raycast = () => {}
  group.add(halo)
  if (index < MAX_LIGHTS) {
    const light = new THREE.PointLight(window, 60, 20, 1.8)
    light.position.set(0, 3.2, 4)
    group.add(light)
  }
  return group
}

function haloTexture(): THREE.CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const context = canvas.getContext('2d')!
  const gradient = context.createRadialGradient(32, 32, 0, 32, 32, 32)
  gradient.addColorStop(0, 'rgb(255 255 255 / 0.9)')
  gradient.addColorStop(0.35, 'rgb(255 255 255 / 0.25)')
  gradient.addColorStop(1, 'rgb(255 255 255 / 0)')
  context.fillStyle = gradient
  context.fillRect(0, 0, 64, 64)
  return new THREE.CanvasTexture(canvas)
}
