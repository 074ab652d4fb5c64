// Sensitive actions require a step-up: otherwise the person confirms first and comes back.
import { requireStepUp, isSteppedUp } from '../../domain/sessions/step-up.ts'
import { confirmationPath } from './confirm-first.ts'
import type { ConfirmedPurpose } from '../sign-in/confirmation-page.ts'
import type { Change } from './account-forms.ts'
import type { BrowserSession, SignedInBrowserSession } from '../browser-session.ts'
import { signInFor } from '../destination.ts'
import { requireSignIn } from '../script-call.ts'

/** Wraps a change: without a step-up, it changes nothing and redirects to the confirmation page. */
export function afterStepUp(purpose: ConfirmedPurpose, change: Change): Change {
  return async (browserSession, form) => {
    const { ctx, signedIn } = browserSession
    if (await isSteppedUp(ctx, signedIn.session)) return change(browserSession, form)
    return { done: confirmationPath(purpose) }
  }
}

/** The session for a page of the account. Without a step-up: undefined, and a redirect to the confirmation page. */
export async function steppedUpOrConfirming(
  browserSession: BrowserSession,
  purpose: ConfirmedPurpose,
): Promise<SignedInBrowserSession | undefined> {
  const { ctx, res, server, signedIn } = browserSession
  if (signedIn && (await isSteppedUp(ctx, signedIn.session))) return { ...browserSession, signedIn }
  const to = signedIn ? server.issuer + confirmationPath(purpose) : signInFor(browserSession)
  res.redirect(303, to)
  return undefined
}

/** The session for a call of a script. @throws INSUFFICIENT_PERMISSIONS if nobody is signed in, or without a step-up */
export async function steppedUp(browserSession: BrowserSession): Promise<SignedInBrowserSession> {
  requireSignIn(browserSession)
  await requireStepUp(browserSession.ctx, browserSession.signedIn.session)
  return browserSession
}
