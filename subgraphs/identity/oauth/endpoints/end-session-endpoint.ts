// The parameters of the end session endpoint, whose page signs the person out (OpenID Connect RP-Initiated Logout).
import { findEnabledClient } from '../../domain/clients/client.ts'
import { isRegisteredRedirectUri, withQuery } from '../../domain/clients/redirect-uri.ts'
import { readIdTokenHint } from '../keys/id-token.ts'
import { OAuthError } from '../oauth-error.ts'
import { required, type Parameters } from '../parameters.ts'
import type { AuthorizationServer, RequestContext } from '../request-context.ts'

const PARAMETERS = new Set(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'])

/** The parameters that the end session endpoint knows. */
export function logoutParameters(sent: Parameters): Parameters {
  return new Map([...sent].filter(([name]) => PARAMETERS.has(name)))
}

/** The client's URL to return to; undefined if none is sent. @throws invalid_request if it is not registered */
export async function readReturnUrl(
  { ctx, server }: RequestContext,
  parameters: Parameters,
): Promise<string | undefined> {
  const uri = parameters.get('post_logout_redirect_uri')
  if (uri === undefined) return undefined
  const client = await findEnabledClient(ctx.db, await clientOf(server, parameters))
  if (!client || !isRegisteredRedirectUri(client.redirectUris, uri)) {
    throw new OAuthError('invalid_request', 'The post_logout_redirect_uri is not registered.')
  }
  const state = parameters.get('state')
  return state === undefined ? uri : withQuery(uri, { state })
}

/**
 * The client that the request or its ID token names, if that can be verified (OpenID Connect RP-Initiated
 * Logout, 2 and 4).
 */
async function clientOf(server: AuthorizationServer, parameters: Parameters): Promise<string> {
  const hint = parameters.get('id_token_hint')
  const hinted = hint === undefined ? undefined : await readIdTokenHint(server, hint)
  if (!hinted) return required(parameters, 'client_id')
  const client = hinted.aud as string
  if ((parameters.get('client_id') ?? client) === client) return client
  throw new OAuthError('invalid_request', 'The id_token_hint was issued to another client.')
}
