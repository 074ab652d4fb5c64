// Protection against cross-site request forgery: the cookie comes with every request of the browser, so whatever
// changes something must come from a page of this app.
import type { RequestHandler } from 'express'
import type { Settings } from './settings.ts'

/** Browsers send this header for another origin only after a preflight, which this server never allows. */
const HEADER = 'x-csrf-protection'

/** Refuses a request of another origin. Browsers send `Origin` with every POST. */
export function requireOwnOrigin({ appUrl }: Settings): RequestHandler {
  return (req, res, next) => {
    if (req.get('origin') === appUrl.origin) return next()
    res.status(403).json(refusal('The request must come from a page of this app.'))
  }
}

/** Refuses a request that a form, an image or a link could have made. */
export const requireCsrfHeader: RequestHandler = (req, res, next) => {
  if (req.get(HEADER) === '1') return next()
  res.status(403).json(refusal(`The header ${HEADER}: 1 is missing.`))
}

function refusal(message: string) {
  const extensions = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'csrf' } }
  return { errors: [{ message, extensions }] }
}
