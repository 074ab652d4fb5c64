// One request to the authorization server, and the server that answers it.
import type { Request, RequestHandler, Response } from 'express'
import { CurrentCaller, runForCaller } from '#foundation/limits/current-caller.ts'
import type { EndpointHost } from '#foundation/service/subgraph.ts'
import type { IdentityContext } from '../context.ts'
import type { Issuer } from './keys/id-token.ts'
import type { Keyring } from './keys/keyring.ts'
import type { Parameters } from './parameters.ts'

export interface AuthorizationServer extends EndpointHost<IdentityContext>, Issuer {
  /** Its own address, as `iss` names it. */
  issuer: string
  /** The keys that sign access tokens. */
  keyring: Keyring
  /** Derives refresh tokens and form tokens. */
  secret: Buffer
  /** The names of all parameters that some endpoint reads from a body. */
  bodyParameters: ReadonlySet<string>
}

/** What every handler gets. */
export interface RequestContext {
  server: AuthorizationServer
  ctx: IdentityContext
  req: Request
  res: Response
}

/** A handler for Express. No response of the authorization server may be cached. */
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

/** The address of a page, with the parameters of the pending authorization request. */
export function pageUrl({ issuer }: AuthorizationServer, path: string, sent: Parameters): string {
  const query = new URLSearchParams([...sent]).toString()
  return `${issuer}${path}${query === '' ? '' : `?${query}`}`
}
