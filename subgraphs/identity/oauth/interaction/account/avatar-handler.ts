// Serves the pictures of people. An id that nobody has gets one, too, so that they tell nothing about it.
import type { RequestHandler } from 'express'
import { avatar } from '../../pages/avatar.ts'

const IDENTITY = /^identity_[0-9a-z]{26}$/

/** GET /avatars/<id>.svg, for pages of any site. */
export const showAvatar: RequestHandler = (req, res, next) => {
  const identityId = String(req.params.name).replace(/\.svg$/, '')
  if (!IDENTITY.test(identityId)) {
    next()
    return
  }
  res
    .set({
      'Cache-Control': 'public, max-age=86400',
      // Opened by itself, a picture is a document, and may do nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .type('image/svg+xml')
    .send(avatar(identityId))
}
