// Proves that a person has signed in for one authorization request, as `prompt=login` and `max_age` require.
import { isRecentSignIn, STEP_UP_S } from '#foundation/auth/authentication-context.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import {
  consumeAttemptWithin,
  hasAttemptsLeft,
  type Bucket,
} from '../domain/secrets/attempt-throttle.ts'
import { derive, sameHash, sha256 } from '../domain/secrets/random.ts'
import type { IdentityTables, Session } from '../tables.ts'
import { knownParameters } from './authorization-request.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import type { RequestContext } from './request-context.ts'

/** A request, and a random value that identifies the browser that sends it. */
type BrowserRequest = Pick<RequestContext, 'server'> & { browser: string }

/**
 * Proves when the person signed in for this very request in this browser, which satisfies `prompt=login`. Later
 * sign-ins for other requests do not affect it.
 */
export function freshness(
  { browser, server }: BrowserRequest,
  sent: Parameters,
  { identityId, signedInAt }: Pick<Session, 'identityId' | 'signedInAt'>,
): string {
  const at = signedInAt.getTime().toString(36)
  // Ignores `login_hint`, which only prefills a form.
  const known = [...knownParameters(sent)].filter(([name]) => name !== 'login_hint')
  const request = known.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const proved = JSON.stringify([at, browser, identityId, request])
  return `${at}.${derive(server.secret, 'fresh sign-in', proved)}`
}

/**
 * Whether the sign-in can still lead to a code: only one, and only as long as it takes to read the consent
 * page, because the URL stays in the browser's history.
 */
export async function isFresh(
  request: BrowserRequest & Pick<RequestContext, 'ctx'>,
  sent: Parameters,
  session: Pick<Session, 'identityId'>,
): Promise<boolean> {
  return (
    provesFreshness(request, sent, session, request.ctx.now()) &&
    (await hasAttemptsLeft(request.ctx, oneCode(sent)))
  )
}

/** Consumes the fresh sign-in. @throws login_required if it has already led to a code */
export async function consumeFreshness(
  trx: Transaction<IdentityTables>,
  { now }: Pick<RequestContext['ctx'], 'now'>,
  sent: Parameters,
): Promise<void> {
  await consumeAttemptWithin(trx, now, oneCode(sent)).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    throw new OAuthError('login_required', 'This sign-in has already led to a code.')
  })
}

/** The bucket that allows one code per fresh sign-in. It outlives the freshness. */
function oneCode(sent: Parameters): Bucket {
  return { key: `fresh:${sent.get('fresh') ?? ''}`, max: 1, windowMs: STEP_UP_S * 1000 }
}

function provesFreshness(
  request: BrowserRequest,
  sent: Parameters,
  { identityId }: Pick<Session, 'identityId'>,
  now: Date,
): boolean {
  const fresh = sent.get('fresh') ?? ''
  const signedInAt = new Date(parseInt(fresh, 36))
  if (!isRecentSignIn(signedInAt.getTime(), now)) return false
  const expected = freshness(request, sent, { identityId, signedInAt })
  return sameHash(sha256(expected), sha256(fresh))
}
