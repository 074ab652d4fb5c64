// Whether this browser can draw in 3D: asked once, with a context that is given back.
let known: boolean | undefined

export function canDraw3D(): boolean {
  return (known ??= hasWebGL())
}

function hasWebGL(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
