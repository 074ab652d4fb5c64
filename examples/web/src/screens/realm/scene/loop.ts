// When pictures are drawn: on request, and on as long as something moves; none while the element is out of sight or
// the tab is hidden.

interface Loop {
  /** Draws the next picture. */
  request: () => void
  stop: () => void
}

/** @param draw draws one picture, and says whether another one must follow */
export function createLoop(element: HTMLElement, draw: (seconds: number) => boolean): Loop {
  let frame: number | undefined
  let last: number | undefined
  let isInView = true
  const tick = (now: number) => {
    frame = undefined
    // After a pause, things go on where they were.
    const seconds = Math.min((now - (last ?? now)) / 1000, 0.1)
    last = now
    if (draw(seconds || 0.016)) request()
    else last = undefined
  }
  const request = () => {
    if (!isInView || document.hidden) return
    frame ??= requestAnimationFrame(tick)
  }
  const observer = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? true
    request()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', request)
  return {
    request,
    stop() {
      observer.disconnect()
      document.removeEventListener('visibilitychange', request)
      if (frame !== undefined) cancelAnimationFrame(frame)
    },
  }
}
