// What the handlers of the authorization server share.
import type { Request, RequestHandler, Response } from 'express'
import type { EndpointHost } from '#foundation/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import type { Keyring } from './keys/keyring.ts'
import type { Parameters } from './parameters.ts'

export interface AuthorizationServer extends EndpointHost<IdentityContext> {
  /** Its own address, as `iss` names it. */
  issuer: string
  keyring: Keyring
  /** What refresh tokens and form tokens follow from. */
  secret: Buffer
}

/** One request to the authorization server. */
export interface RequestContext {
  ctx: IdentityContext
  req: Request
  res: Response
}

/** A handler as Express takes it; every answer of the server is for its one caller alone. */
export function handler(
  server: AuthorizationServer,
  answer: (request: RequestContext) => Promise<void>,
): RequestHandler {
  return async (req, res) => {
    res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' })
    await answer({ ctx: server.createContext(req), req, res })
  }
}

/** The address of a page, with the parameters of the request that goes on there. */
export function pageUrl(server: AuthorizationServer, path: string, sent: Parameters): string {
  const query = new URLSearchParams([...sent]).toString()
  return `${server.issuer}${path}${query === '' ? '' : `?${query}`}`
}
