// Serves the pictures of people. Unknown ids have one as well, so as not to reveal which ids exist.
import type { RequestHandler } from 'express'
import { avatar } from '../avatar.ts'

const IDENTITY = /^identity_[0-9a-z]{26}$/

/** GET /avatars/<id>.svg, usable on any site. */
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
