// What follows a factor: the second one, the session, or the page of a claim.
import { DomainError } from '#foundation/domain/errors.ts'
import { createClaimLink } from '../../domain/recovery/claim-link.ts'
import type { Proven } from '../../domain/sign-in/password.ts'
import type { Identity, Session, PendingSignIn } from '../../tables.ts'
import { linkUrl, destination, samePage } from '../destination.ts'
import { signIn, type BrowserSession } from '../browser-session.ts'
import { startPendingSignIn } from '../../domain/sessions/pending-sign-in.ts'
import { findFactors } from '../../domain/sessions/second-factor.ts'

/** Signs the person in and returns the URL to continue at. */
export async function completeSignIn(
  browserSession: BrowserSession,
  proven: Pick<Identity, 'id'> & Partial<Proven>,
  method: Session['method'],
  methods?: Session['methods'],
): Promise<string> {
  try {
    const session = await signIn(browserSession, proven, method, methods)
    return destination(browserSession, session)
  } catch (error) {
    const url = await claimUrl(browserSession, proven.id, error)
    if (url === undefined) throw error
    return url
  }
}

/** The page of the claim, if a sign-in was refused because of one; undefined for any other error. */
export async function claimUrl(
  { ctx, server }: BrowserSession,
  identityId: string,
  error: unknown,
): Promise<string | undefined> {
  const reason = error instanceof DomainError ? error.extensions.details.reason : undefined
  if (reason !== 'locked') return undefined
  const token = await createClaimLink(ctx, identityId)
  return token && linkUrl(server, '/claim', token)
}

/** Signs the person in unless they need a second factor. Returns the URL to continue at. */
export async function passFirstFactor(
  browserSession: BrowserSession,
  proven: Pick<Identity, 'id'> & Partial<Proven>,
  method: PendingSignIn['method'],
): Promise<string> {
  const { browser, ctx } = browserSession
  const { required } = await findFactors(ctx, proven.id)
  if (!required) return completeSignIn(browserSession, proven, method)
  const passwordHash = proven.passwordHash ?? null
  await startPendingSignIn(ctx, browser, { identityId: proven.id, method, passwordHash })
  return samePage(browserSession, '/sign-in/second-factor')
}
