// Leads to the pages of the ID service where people manage their account. The app does not know its address.
import { Router } from 'express'
import type { Settings } from './settings.ts'

/** The pages by their names here. Any other name leads nowhere. */
const PAGES = new Map([
  ['profile', '/account'],
  ['security', '/account/security'],
  ['devices', '/account/devices'],
  ['data', '/account/data'],
  ['console', '/admin'],
])

export function accountPages({ issuer }: Settings): Router {
  const router = Router()
  router.get('/auth/account{/:page}', (req, res, next) => {
    const path = PAGES.get(req.params.page ?? 'profile')
    if (path === undefined) return next()
    res.redirect(303, new URL(path, issuer).href)
  })
  return router
}
