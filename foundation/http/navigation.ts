// Recognizes requests of people who open a page in a browser, and so get errors as pages.
import type { Request } from 'express'

/** Paths that programs call: their errors are JSON in a browser, too. */
const API_PATHS =
  /^\/(api|graphql|\.well-known|healthz|readyz|metrics|(open|async)api\.json)(?=[/?]|$)/i
/** The methods of links and forms. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

/** True for a request that prefers HTML to JSON. Programs state no preference. */
export function isNavigation(req: Request): boolean {
  if (!METHODS.has(req.method) || API_PATHS.test(req.originalUrl)) return false
  return req.accepts(['json', 'html']) === 'html'
}
