// The pages and their forms: path → handler.
import { Router, type RequestHandler } from 'express'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import { isNavigation } from '#foundation/http/navigation.ts'
import { handler, type AuthorizationServer } from '../oauth/request-context.ts'
import { ACCOUNT_FORMS } from './account/account-forms.ts'
import { ACCOUNT_PAGES, accountForm } from './account/account-page.ts'
import { ASSETS } from './assets.ts'
import { showConsent, submitConsent, switchAccount } from './authorization/consent.ts'
import * as device from './authorization/device.ts'
import { showSecondFactorNeeded } from './authorization/second-factor-needed.ts'
import { showAvatar } from './avatar.ts'
import { pageHandler, type PageHandler } from './browser-session.ts'
import * as claim from './claim/claim.ts'
import { CLAIM_ENDED, showClaimAddress, submitClaimAddress } from './claim/claim-address.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { devMailRoutes } from './dev-mail.ts'
import { accountHeaders, pageHeaders, sendPageError } from './page.ts'
import { pathAndQueryOf, pagePath } from './page-paths.ts'
import { showNewPassword, submitNewPassword } from './recovery/new-password.ts'
import { showNotMe, submitNotMe } from './recovery/not-me.ts'
import * as recovery from './recovery/recovery.ts'
import { scriptHandler, type ScriptCall } from './script-call.ts'
import { confirmationCalls, showConfirmation, submitConfirmation } from './sign-in/confirmation.ts'
import * as secondFactor from './sign-in/second-factor.ts'
import { showSignIn, SIGN_IN_CALLS, submitSignIn } from './sign-in/sign-in.ts'
import { showSignOut, submitSignOut } from './sign-in/sign-out.ts'
import * as signUp from './sign-in/sign-up.ts'
import { showVerification, submitVerification } from './sign-in-methods/email.ts'
import { addNewPasskey, passkeyAddOptions } from './sign-in-methods/passkeys.ts'
import { judgePassword } from './sign-in-methods/password.ts'
import * as codes from './sign-in-methods/recovery-codes.ts'
import * as totp from './sign-in-methods/totp.ts'
import { linkNewWallet, walletLinkChallenge } from './sign-in-methods/wallets.ts'

const PAGES: Readonly<Record<string, PageHandler>> = {
  '/sign-in': showSignIn,
  '/sign-in/second-factor': secondFactor.showSecondFactor,
  '/sign-in/second-factor-needed': showSecondFactorNeeded,
  '/sign-in/confirm': showConfirmation,
  '/sign-up': signUp.showSignUp,
  '/sign-up/recovery-codes': codes.showFirstCodes,
  '/sign-out': showSignOut,
  '/consent': showConsent,
  '/device': device.showDevicePage,
  ...ACCOUNT_PAGES,
  '/account/confirm': showConfirmation,
  '/account/totp': totp.showTotpSetUp,
  '/account/export/download': async (session) => {
    const { downloadExport } = await import('./account/export-download.ts')
    return downloadExport(session)
  },
  '/recover': recovery.showRecovery,
  '/recover/code': recovery.showRecoveryCode,
  '/recover/password': showNewPassword,
  '/email/verify': showVerification,
  '/not-me': showNotMe,
  '/claim': claim.showClaim,
  '/claim/address': showClaimAddress,
}

const FORMS: Readonly<Record<string, PageHandler>> = {
  '/sign-in': submitSignIn,
  '/sign-in/second-factor': secondFactor.submitSecondFactor,
  '/sign-in/confirm': submitConfirmation,
  '/sign-up': signUp.submitSignUp,
  '/sign-up/recovery-codes': codes.submitFirstCodes,
  '/consent': submitConsent,
  '/consent/switch': switchAccount,
  '/device': device.submitUserCode,
  '/device/decision': device.submitDeviceDecision,
  ...Object.fromEntries(
    Object.entries(ACCOUNT_FORMS).map(([path, form]) => [path, accountForm(form)]),
  ),
  '/account/confirm': submitConfirmation,
  '/account/recovery-codes': codes.submitRecoveryCodes,
  '/account/totp': totp.submitTotpStart,
  '/account/totp/confirm': totp.submitTotpCode,
  '/recover': recovery.submitRecovery,
  '/recover/code': recovery.submitRecoveryCode,
  '/recover/password': submitNewPassword,
  '/email/verify': submitVerification,
  '/not-me': submitNotMe,
  '/claim': claim.submitClaimProof,
  '/claim/address': submitClaimAddress,
  '/claim/open': claim.submitClaimOpening,
  '/claim/dispute': claim.submitClaimDispute,
}

const SCRIPT_CALLS: Readonly<Record<string, ScriptCall>> = {
  ...SIGN_IN_CALLS,
  ...secondFactor.SECOND_FACTOR_CALLS,
  '/password/strength': judgePassword,
  '/sign-up/passkey/options': signUp.passkeySignUpOptions,
  '/sign-up/passkey/verify': signUp.signUpByPasskey,
  ...confirmationCalls('/account/confirm'),
  ...confirmationCalls('/sign-in/confirm'),
  '/account/passkeys/options': passkeyAddOptions,
  '/account/passkeys/add': addNewPasskey,
  '/account/wallets/challenge': walletLinkChallenge,
  '/account/wallets/link': linkNewWallet,
  ...claim.CLAIM_CALLS,
}

export function pageRoutes(server: AuthorizationServer): Router {
  const router = Router()
  const knownHost = requireKnownHost(server.config, ['identity'])
  const posts = [...Object.keys(FORMS), ...Object.keys(SCRIPT_CALLS)]
  router.all(['/', CLAIM_ENDED, ...Object.keys(PAGES), ...posts], knownHost)
  router.use(['/admin', '/avatars', '/dev'], knownHost)
  router.get('/', (_req, res) => res.redirect(303, `${server.issuer}/account`))
  for (const asset of ASSETS) router.get(asset.path, asset.handler)
  router.use(devMailRoutes(server))
  router.get('/avatars/:name', showAvatar)
  router.use('/admin', consoleRoutes(server))
  router.use('/account', accountHeaders)
  router.get(CLAIM_ENDED, pageHeaders, claim.showClaimEnded)
  for (const [path, page] of Object.entries(PAGES)) {
    router.get(path, pageHeaders, pageHandler(server, page), sendPageError)
  }
  const post = (path: string, submit: RequestHandler) =>
    router.post(path, pageHeaders, submit, sendPageError)
  post('/sign-out', handler(server, submitSignOut))
  for (const [path, form] of Object.entries(FORMS)) post(path, pageHandler(server, form))
  for (const [path, call] of Object.entries(SCRIPT_CALLS)) post(path, scriptHandler(server, call))
  // After a form, the browser shows the form's URL. Opening that URL again redirects to the page.
  router.get(posts, pageHeaders, openPageOfForm(server))
  return router
}

function openPageOfForm({ issuer }: AuthorizationServer): RequestHandler {
  return (req, res, next) => {
    const { pathname, search } = pathAndQueryOf(req)
    if (isNavigation(req)) res.redirect(303, issuer + pagePath(pathname) + search)
    else next()
  }
}
