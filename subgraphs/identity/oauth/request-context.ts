// A request to the authorization server, and the server that handles it.
import type { Request, RequestHandler, Response } from 'express'
import { CurrentCaller, runForCaller } from '#foundation/limits/current-caller.ts'
import type { EndpointHost } from '#foundation/service/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import type { Issuer } from './keys/id-token.ts'
import type { Keyring } from './keys/keyring.ts'

export interface AuthorizationServer extends EndpointHost<IdentityContext>, Issuer {
  /** The public URL, as in `iss`. */
  issuer: string
  /** The keys that sign access tokens. */
  keyring: Keyring
  /** The secret from which refresh tokens and CSRF tokens are derived. */
  secret: Buffer
  /** The names of all parameters that any endpoint reads from a body. */
  bodyParameters: ReadonlySet<string>
}

/** The input of every handler. */
export interface RequestContext {
  server: AuthorizationServer
  ctx: IdentityContext
  req: Request
  res: Response
}

/** Wraps a handler for Express. Responses of the authorization server must not be cached. */
export function handler(
  server: AuthorizationServer,
  response: (request: RequestContext) => Promise<void>,
): RequestHandler {
  return async (req, res) => {
    res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' })
    const ctx = server.createContext(req)
    await runForCaller(new CurrentCaller(ctx, res), () => response({ server, ctx, req, res }))
  }
}
