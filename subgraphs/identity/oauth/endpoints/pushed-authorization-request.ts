// The pushed authorization request endpoint (RFC 9126): clients send the parameters directly, not by the browser.
import { countForAddress } from '../address-limit.ts'
import {
  knownParameters,
  readAuthorizationRequest,
  readRedirection,
} from '../authorization-request.ts'
import { identifyClient, type ClientCall } from '../client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'
import type { Parameters } from '../parameters.ts'
import { keepPushedRequest } from '../pushed-request.ts'
import type { RequestContext } from '../request-context.ts'

/** Limits public clients, which are not authenticated. An office may share one network address. */
const PUSHED_BY_AN_ADDRESS = { max: 1000, windowMs: 15 * 60_000 }

/** POST: stores the parameters for one authorization and returns their `request_uri`. */
export async function pushAuthorizationRequest(request: RequestContext): Promise<void> {
  const { ctx, res } = request
  const call = await identifyClient(request)
  const { client } = call
  const parameters = await readValid(call).catch(async (error: unknown) => {
    if (error instanceof OAuthError) await call.countForAddress()
    throw error
  })
  if (client.kind === 'public') {
    await countForAddress(request, 'pushed-requests', PUSHED_BY_AN_ADDRESS)
  }
  const { requestUri, expiresInSeconds } = await keepPushedRequest(ctx, client.id, parameters)
  res.status(201).json({ request_uri: requestUri, expires_in: expiresInSeconds })
}

/** The pushed parameters. @throws the error of an invalid request */
async function readValid({ client, ctx, parameters: sent }: ClientCall): Promise<Parameters> {
  if (sent.has('request_uri')) {
    throw new OAuthError('invalid_request', 'The parameter request_uri must not be pushed.')
  }
  const parameters = new Map([...knownParameters(sent), ['client_id', client.id]])
  const redirection = await readRedirection(ctx, parameters)
  readAuthorizationRequest(redirection, parameters)
  return parameters
}
