// Setting up an authenticator app: a secret to scan or type, and the app's first code.
import { sectionUrl } from '../account/account-groups.ts'
import { confirmTotp, findNewSecret, startTotp } from '../../domain/sign-in/totp-set-up.ts'
import type { TotpOwner } from '../../domain/sign-in/totp.ts'
import { newCodesPage } from './recovery-codes.ts'
import { qrCode } from '../qr.ts'
import { totpPage } from './totp-page.ts'
import { countChange } from '../account/account-forms.ts'
import {
  readForm,
  setSessionCookie,
  type BrowserSession,
  type SignedInBrowserSession,
} from '../browser-session.ts'
import { sendPage } from '../page.ts'
import { steppedUpOrConfirming } from '../account/after-step-up.ts'

/** POST: creates a secret and redirects to the page that shows it. */
export async function submitTotpStart(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  const steppedUp = await steppedUpOrConfirming(browserSession, 'factors')
  if (!steppedUp) return
  await countChange(steppedUp)
  const { ctx, res, server, signedIn } = steppedUp
  await startTotp(ctx, ownerOf(steppedUp), signedIn.session)
  res.redirect(303, `${server.issuer}/account/totp`)
}

export async function showTotpSetUp(browserSession: BrowserSession): Promise<void> {
  const steppedUp = await steppedUpOrConfirming(browserSession, 'factors')
  if (!steppedUp) return
  await sendSetUp(steppedUp)
}

/** POST: enables the app with its first code. */
export async function submitTotpCode(browserSession: BrowserSession): Promise<void> {
  const form = await readForm(browserSession)
  const steppedUp = await steppedUpOrConfirming(browserSession, 'factors')
  if (!steppedUp) return
  await countChange(steppedUp)
  const { ctx, res, server, signedIn } = steppedUp
  const owner = ownerOf(steppedUp)
  const confirmed = await confirmTotp(ctx, owner, signedIn.session, form.get('code') ?? '')
  if (!confirmed) {
    const error =
      'That is not the code that the app shows now. Check that the clock of your device is right.'
    await sendSetUp(steppedUp, error)
    return
  }
  setSessionCookie(steppedUp, confirmed.token)
  if (confirmed.recoveryCodes.length === 0) {
    res.redirect(303, server.issuer + sectionUrl('factors', 'totp-added'))
  } else {
    const codes = confirmed.recoveryCodes
    sendPage(res, newCodesPage({ codes, account: signedIn.identity, after: 'totp' }))
  }
}

function ownerOf({ server, signedIn }: SignedInBrowserSession): TotpOwner {
  return { identityId: signedIn.identity.id, key: server.secret }
}

/** Shows the secret, or redirects to the account page if no app is being set up. */
async function sendSetUp(browserSession: SignedInBrowserSession, error?: string): Promise<void> {
  const { csrf, ctx, res, server, signedIn } = browserSession
  const { identity } = signedIn
  const names = { issuer: new URL(server.issuer).hostname, label: identity.username }
  const secret = await findNewSecret(ctx, ownerOf(browserSession), names)
  if (!secret) {
    res.redirect(303, server.issuer + sectionUrl('factors'))
    return
  }
  const props = { action: '/account/totp/confirm', csrf, account: identity, secret, error }
  sendPage(res, totpPage({ ...props, qr: await qrCode(secret.uri) }), error ? 400 : 200)
}
