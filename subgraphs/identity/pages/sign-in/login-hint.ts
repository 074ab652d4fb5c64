// Prefills the username on the sign-in page from a hint in the app's request (OpenID Connect Core, 3.1.2.1).
import { readEmailAddress } from '../../domain/email/email-address.ts'
import { USERNAME } from '../../domain/people/username.ts'
import { readIdTokenHint } from '../../oauth/keys/id-token.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import type { BrowserSession } from '../browser-session.ts'
import { readPendingRequest, type PendingRequest } from '../../oauth/pending-request.ts'

/** The parameters with a hint. A pushed request may contain one as well. */
const HINTS = ['login_hint', 'id_token_hint', 'request_uri']

/**
 * A username or e-mail address as the app sent it, without any lookup; or the username of the person in the
 * app's ID token. Undefined for anything else.
 */
export async function hintedName(browserSession: BrowserSession): Promise<string | undefined> {
  const sent = queryParameters(browserSession.req)
  if (!sent.has('client_id') || !HINTS.some((name) => sent.has(name))) return undefined
  const pending = await readPendingRequest(browserSession)
  const hint = (pending.parameters.get('login_hint') ?? '').trim().replace(/^@/, '').toLowerCase()
  if (USERNAME.test(hint) || readEmailAddress(hint) !== undefined) return hint
  return usernameInIdToken(browserSession, pending)
}

async function usernameInIdToken(
  { ctx, server }: BrowserSession,
  { parameters, redirection }: PendingRequest,
): Promise<string | undefined> {
  const token = parameters.get('id_token_hint')
  if (token === undefined) return undefined
  const claims = await readIdTokenHint(server, token)
  if (claims?.sub === undefined || claims.aud !== redirection.client.id) return undefined
  const person = await ctx.loaders.identity.load(claims.sub)
  return person?.kind === 'person' && !person.leftAt ? person.username : undefined
}
