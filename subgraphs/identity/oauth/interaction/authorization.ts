// An authorization in progress: who is signed in for it, what they may allow, and the code it ends with.
import {
  ACR_VALUES,
  ADMINISTRATIVE_ACR,
  isAcr,
  type Acr,
} from '#foundation/auth/authentication-context.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { giveConsent, holdConsentedScopes } from '../../domain/consent.ts'
import { createGrant } from '../../domain/grant.ts'
import { isWithin } from '../../domain/scope.ts'
import { acrOf, findFactors, hasSecondFactor } from '../../domain/second-factor.ts'
import { holdPerson, holdSession } from '../../domain/session.ts'
import type { IdentityTables } from '../../tables.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import { readIdTokenHint } from '../keys/id-token.ts'
import { OAuthError, toOAuthError } from '../oauth-error.ts'
import type { Parameters } from '../parameters.ts'
import { pageUrl } from '../request-context.ts'
import { takePushedRequest } from '../pushed-request.ts'
import type { BrowserSession, SignedInBrowserSession } from './browser-session.ts'
import { clientResponse, type NextStep } from './client-response.ts'
import { consumeFreshness, isFresh } from './destination.ts'

/** A checked authorization request, in the browser session that it goes through. */
export interface Authorization extends BrowserSession {
  authorization: AuthorizationRequest
  /** The parameters as in the URL. */
  sent: Parameters
}

/** An authorization with a signed-in person. */
export type SignedInAuthorization = Authorization &
  SignedInBrowserSession & {
    /** Whether the sign-in for this very request is what lets it have a code, which it can do once. */
    needsFreshness: boolean
  }

/**
 * The same for the person who is signed in. Undefined when nobody is, and when the request wants
 * them to sign in again (`prompt`, `max_age`) and they have not done so for it.
 * @throws login_required if the client expects somebody else
 */
export async function withSignedIn(
  request: Authorization,
): Promise<SignedInAuthorization | undefined> {
  const { authorization, ctx, sent, server, signedIn } = request
  const { idTokenHint, maxAge, prompts } = authorization
  if (!signedIn) return undefined
  if (idTokenHint !== undefined) {
    const hinted = await readIdTokenHint(server, idTokenHint)
    if (hinted?.sub !== signedIn.identity.id) {
      throw new OAuthError(
        'login_required',
        'The id_token_hint names somebody who is not signed in.',
      )
    }
  }
  const at = ctx.now()
  const age = (at.getTime() - signedIn.session.authenticatedAt.getTime()) / 1000
  // OpenID Connect Core, section 3.1.2.1: 0 is the same as `login`.
  const anew = prompts.includes('login') || maxAge === 0
  const stale = anew || (maxAge !== undefined && age > maxAge)
  if (stale && !(await isFresh(request, sent, signedIn.session))) return undefined
  return { ...request, signedIn, needsFreshness: stale }
}

/** `admin` is only for administrators: a client cannot give a person more rights. */
export function refuseAdmin({ authorization, signedIn }: SignedInAuthorization): void {
  if (!authorization.scopes.includes('admin') || signedIn.identity.role === 'admin') return
  throw new OAuthError('invalid_scope', 'The scope admin is given to administrators alone.')
}

/**
 * If the app asks for more than the sign-in has proved, the page that the person must pass first; otherwise
 * undefined. The scope `admin` needs two factors whatever `acr_values` says.
 * @throws unmet_authentication_requirements if the person has no factor for it, login_required if no page may
 * be shown
 */
export async function pageBefore(request: SignedInAuthorization): Promise<string | undefined> {
  const { authorization, ctx, sent, server, signedIn } = request
  const { acrValues, prompts, scopes } = authorization
  const factors = await findFactors(ctx, signedIn.identity.id)
  const reachable = hasSecondFactor(factors) ? ACR_VALUES : ACR_VALUES.slice(0, 1)
  const isSilent = prompts.includes('none')
  if (scopes.includes('admin') && !reachable.includes(ADMINISTRATIVE_ACR)) {
    if (isSilent) throw unmet('The scope admin needs a second factor, and the person has none.')
    return pageUrl(server, '/sign-in/second-factor-needed', sent)
  }
  const wanted = wantedAcr(authorization, reachable)
  if (wanted === undefined) {
    throw unmet(`The person has no factors that meet acr_values=${acrValues.join(' ')}.`)
  }
  if (wanted <= acrOf(signedIn.session.methods)) return undefined
  if (isSilent) throw new OAuthError('login_required', 'The person must confirm who they are.')
  return pageUrl(server, '/sign-in/confirm', sent)
}

/**
 * The first of the known values that the person can reach. Unknown ones alone are a mere wish (OpenID Connect
 * Core, section 3.1.2.1), and the claim `acr` says what was proved.
 */
function wantedAcr(
  { acrValues, scopes }: AuthorizationRequest,
  reachable: readonly Acr[],
): Acr | undefined {
  const known = acrValues.filter(isAcr)
  const wished: readonly Acr[] = known.length === 0 ? ['1'] : known
  const first = wished.find((value) => reachable.includes(value))
  return first && scopes.includes('admin') ? ADMINISTRATIVE_ACR : first
}

/** OpenID Connect Core Error Code unmet_authentication_requirements. */
function unmet(description: string): OAuthError {
  return new OAuthError('unmet_authentication_requirements', description)
}

/**
 * Counts a response for its person. Without a signed-in person nothing is counted, because nothing
 * is stored.
 * @throws temporarily_unavailable, which goes to the client (RFC 6749, section 4.1.2.1)
 */
export async function countForPerson({
  res,
  server,
  signedIn,
}: SignedInAuthorization): Promise<void> {
  const person = { tier: 'authenticated', principal: signedIn.identity.id } as const
  await server.requestGuard.chargePrincipal(person, res).catch((error: unknown) => {
    // On a redirect, it would make the browser wait, not the client.
    res.removeHeader('Retry-After')
    throw toOAuthError(error) ?? error
  })
}

/** The response with a code, by the consent that the person gives now. */
export async function grantAccess(request: SignedInAuthorization): Promise<NextStep> {
  const { authorization, ctx, server, signedIn } = request
  const { client, scopes } = authorization
  const code = await ctx.db.transaction().execute(async (trx) => {
    await holdPerson(trx, signedIn.identity.id)
    await giveConsent({ ...ctx, db: trx }, signedIn.identity.id, client.id, scopes)
    return issueCode(trx, request)
  })
  return clientResponse(authorization, server.issuer, { code })
}

/** The response with a code, by an earlier consent; undefined if that is not sufficient. */
export async function grantAgain(request: SignedInAuthorization): Promise<NextStep | undefined> {
  const { authorization, ctx, server, signedIn } = request
  const { client, scopes } = authorization
  const code = await ctx.db.transaction().execute(async (trx) => {
    await holdPerson(trx, signedIn.identity.id)
    const allowed = await holdConsentedScopes(trx, signedIn.identity.id, client.id)
    if (!isWithin(scopes, allowed)) return undefined
    return issueCode(trx, request)
  })
  return code === undefined ? undefined : clientResponse(authorization, server.issuer, { code })
}

async function issueCode(
  trx: Transaction<IdentityTables>,
  { authorization, ctx, needsFreshness, sent, signedIn }: SignedInAuthorization,
): Promise<string> {
  const { identity, session } = signedIn
  if (needsFreshness) await consumeFreshness(trx, ctx, sent)
  await takePushedRequest(trx, sent)
  // Locked until the grant is stored, so that ending the session revokes the grant, too.
  if (!(await holdSession(trx, session.id))) {
    throw new OAuthError('access_denied', 'The person has signed out in the meantime.')
  }
  return createGrant(
    { now: ctx.now, db: trx },
    {
      identityId: identity.id,
      clientId: authorization.client.id,
      sessionId: session.id,
      scopes: authorization.scopes,
      redirectUri: authorization.redirectUri,
      codeChallenge: authorization.codeChallenge ?? null,
      nonce: authorization.nonce ?? null,
      signedInAt: session.authenticatedAt,
      methods: session.methods,
    },
  )
}
