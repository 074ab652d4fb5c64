// The URLs of pages, with the parameters that they pass on.
import { queryParameters, type Parameters } from '../oauth/parameters.ts'
import type { AuthorizationServer, RequestContext } from '../oauth/request-context.ts'

/** The URL of a page, with the parameters of the pending authorization request. */
export function pageUrl({ issuer }: AuthorizationServer, path: string, sent: Parameters): string {
  const query = new URLSearchParams([...sent]).toString()
  return `${issuer}${path}${query === '' ? '' : `?${query}`}`
}

/** The URL of a page that a mailed link opens, and of its forms, so that a refused form leads back to its page. */
export function linkUrl(server: AuthorizationServer, path: string, token: string): string {
  return pageUrl(server, path, new Map([['token', token]]))
}

/** The token of the mailed link. */
export function tokenOf({ req }: RequestContext): string {
  return queryParameters(req).get('token') ?? ''
}
