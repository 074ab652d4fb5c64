// The default picture of a person: growth rings, derived from the id.
import { createHash } from 'node:crypto'
import { html } from './html.ts'
import type { RequestHandler } from 'express'

/** Radius and width of the rings, from the outside in. */
const RINGS = [
  { radius: 50, width: 12 },
  { radius: 33, width: 10 },
  { radius: 18, width: 8 },
] as const

/** An SVG of 128 by 128, always the same for an id. */
function avatar(identityId: string): string {
  const bytes = createHash('sha256').update(identityId).digest()
  const hue = Math.round((bytes[0]! / 256) * 360)
  const rings = RINGS.map(({ radius, width }, index) => {
    const [tone = 0, gap = 0, turn = 0] = bytes.subarray(1 + index * 3)
    const length = 40 + Math.round((gap / 256) * 50)
    const start = Math.round((turn / 256) * 360)
    const light = 55 + Math.round((tone / 256) * 25)
    return html`<circle
      cx="64"
      cy="64"
      r="${radius}"
      fill="none"
      stroke="hsl(${hue + index * 24} 65% ${light}%)"
      stroke-width="${width}"
      stroke-linecap="round"
      pathLength="100"
      stroke-dasharray="${length} ${100 - length}"
      transform="rotate(${start} 64 64)"
    />`
  })
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 128 128"
    width="128"
    height="128"
  >
    <rect width="128" height="128" fill="hsl(${hue} 40% 18%)" />
    ${rings}
    <circle cx="64" cy="64" r="5" fill="hsl(${hue} 70% 80%)" />
  </svg>`.toString()
}

const IDENTITY = /^identity_[0-9a-z]{26}$/

/** GET /avatars/<id>.svg, usable on any site. Unknown ids have one as well, so as not to reveal which ids exist. */
export const showAvatar: RequestHandler = (req, res, next) => {
  const identityId = String(req.params.name).replace(/\.svg$/, '')
  if (!IDENTITY.test(identityId)) {
    next()
    return
  }
  res
    .set({
      'Cache-Control': 'public, max-age=86400',
      // An SVG that is opened directly is a document, and could otherwise run scripts.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .type('image/svg+xml')
    .send(avatar(identityId))
}
