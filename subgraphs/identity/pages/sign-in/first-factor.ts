// Continues after a right password or wallet: starts the session, or redirects to the page for the second factor.
import type { Proven } from '../../domain/sign-in/password.ts'
import { startPendingSignIn } from '../../domain/sessions/pending-sign-in.ts'
import { findFactors } from '../../domain/sessions/second-factor.ts'
import type { Identity, PendingSignIn } from '../../tables.ts'
import type { BrowserSession } from '../browser-session.ts'
import { samePage } from '../destination.ts'
import { completeSignIn } from './complete-sign-in.ts'

/** Signs the person in unless they need a second factor. Returns the URL to continue at. */
export async function passFirstFactor(
  browserSession: BrowserSession,
  proven: Pick<Identity, 'id'> & Partial<Proven>,
  method: PendingSignIn['method'],
): Promise<string> {
  const { browser, ctx } = browserSession
  const { asked } = await findFactors(ctx, proven.id)
  if (!asked) return completeSignIn(browserSession, proven, method)
  const passwordHash = proven.passwordHash ?? null
  await startPendingSignIn(ctx, browser, { identityId: proven.id, method, passwordHash })
  return samePage(browserSession, '/sign-in/second-factor')
}
