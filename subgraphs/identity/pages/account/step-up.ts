// Sensitive actions require a step-up: otherwise the person confirms first and comes back.
import { isSteppedUp, requireStepUp } from '../../domain/sessions/step-up.ts'
import type { BrowserSession, SignedInBrowserSession } from '../browser-session.ts'
import { signInFor } from '../destination.ts'
import { html, type Content } from '../html.ts'
import type { PageResponse } from '../page.ts'
import { requireSignIn } from '../script-call.ts'
import type { ConfirmedPurpose } from '../sign-in/confirmation-page.ts'

/** The path of the confirmation page that leads back to the section. */
export const confirmationPath = (purpose: ConfirmedPurpose): string =>
  `/account/confirm?for=${purpose}`

/** A form that needs a step-up, or the link to the confirmation in its place. */
export const sensitive = (
  { steppedUp }: { steppedUp: boolean },
  purpose: ConfirmedPurpose,
  text: string,
  form: () => Content,
): Content =>
  steppedUp
    ? form()
    : html`<p><a class="button" href="${confirmationPath(purpose)}">${text}</a></p>`

/** Runs `work` for a page of the account. Without a step-up, leads to the confirmation page. */
export async function afterStepUp<Response extends PageResponse | undefined>(
  browserSession: BrowserSession,
  purpose: ConfirmedPurpose,
  work: (browserSession: SignedInBrowserSession) => Promise<Response>,
): Promise<Response | { to: string }> {
  const { ctx, signedIn } = browserSession
  if (!signedIn) return { to: signInFor(browserSession) }
  if (!(await isSteppedUp(ctx, signedIn.session))) return { to: confirmationPath(purpose) }
  return work({ ...browserSession, signedIn })
}

/** The session for a call of a script. @throws INSUFFICIENT_PERMISSIONS if nobody is signed in, or without a step-up */
export async function steppedUp(browserSession: BrowserSession): Promise<SignedInBrowserSession> {
  requireSignIn(browserSession)
  await requireStepUp(browserSession.ctx, browserSession.signedIn.session)
  return browserSession
}
