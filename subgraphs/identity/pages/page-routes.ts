// The pages and their forms: path → handler.
import { Router, type RequestHandler } from 'express'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import { isNavigation } from '#foundation/http/navigation.ts'
import type { AccountSection } from './account/account-props.ts'
import { ASSETS } from './assets.ts'
import type { ConfirmedPurpose } from './sign-in/confirmation-page.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { handler, type AuthorizationServer } from '../oauth/request-context.ts'
import { ACCOUNT_PAGES, accountForm } from './account/account-handlers.ts'
import * as changes from './account/account-forms.ts'
import * as factors from './sign-in-methods/factor-forms.ts'
import { showAvatar } from './account/avatar-handler.ts'
import { showConsent, submitConsent, switchAccount } from './authorization/consent-handlers.ts'
import { devMailRoutes } from './dev-mail-routes.ts'
import { pageHandler, type PageHandler } from './browser-session.ts'
import * as claimAddress from './claim/claim-address-handlers.ts'
import * as claim from './claim/claim-handlers.ts'
import * as claimScripts from './claim/claim-scripts.ts'
import * as confirmation from './sign-in/confirmation-handlers.ts'
import * as confirmationScripts from './sign-in/confirmation-scripts.ts'
import * as device from './authorization/device-handlers.ts'
import { accountHeaders, sendPageError, pageHeaders } from './page.ts'
import * as mailLinks from './sign-in-methods/mail-links.ts'
import { addressOf, pagePath } from './page-paths.ts'
import * as passkey from './sign-in-methods/passkey-handlers.ts'
import { judgePassword } from './sign-in-methods/password-strength-handler.ts'
import * as signUpByPasskey from './sign-in/passkey-sign-up.ts'
import { changeProfile } from './account/change-profile.ts'
import * as recovery from './recovery/recovery-handlers.ts'
import { submitRecoveryCodes } from './sign-in-methods/recovery-codes-handler.ts'
import * as secondFactor from './sign-in/second-factor-handlers.ts'
import { showSecondFactorNeeded } from './authorization/second-factor-needed-handler.ts'
import { scriptHandler, type ScriptCall } from './script-call.ts'
import { showSignIn, submitSignIn } from './sign-in/sign-in-handlers.ts'
import { showSignOut, submitSignOut } from './sign-in/sign-out-handlers.ts'
import { showSignUp, submitSignUp } from './sign-in/sign-up-handlers.ts'
import { afterStepUp } from './account/after-step-up.ts'
import * as totp from './sign-in-methods/totp-handlers.ts'
import * as wallet from './sign-in-methods/wallet-handlers.ts'
import * as yourData from './account/your-data-handlers.ts'

const PAGES: Readonly<Record<string, PageHandler>> = {
  '/sign-in': showSignIn,
  '/sign-in/second-factor': secondFactor.showSecondFactor,
  '/sign-up': showSignUp,
  '/sign-up/recovery-codes': signUpByPasskey.showFirstCodes,
  '/consent': showConsent,
  '/device': device.showDevicePage,
  '/sign-out': showSignOut,
  ...ACCOUNT_PAGES,
  '/account/totp': totp.showTotpSetUp,
  '/account/confirm': confirmation.showConfirmation,
  '/sign-in/confirm': confirmation.showConfirmation,
  '/sign-in/second-factor-needed': showSecondFactorNeeded,
  '/account/export/download': async (session) => {
    const { downloadExport } = await import('./account/export-download.ts')
    await downloadExport(session)
  },
  '/recover': recovery.showRecovery,
  '/recover/code': recovery.showRecoveryCode,
  '/recover/password': recovery.showNewPassword,
  '/email/verify': mailLinks.showVerification,
  '/not-me': mailLinks.showNotMe,
  '/claim': claim.showClaim,
  '/claim/address': claimAddress.showClaimAddress,
}

/** A form that needs a step-up. */
function sensitiveForm(section: AccountSection & ConfirmedPurpose, change: changes.Change) {
  return accountForm(section, afterStepUp(section, change))
}

const FORMS: Readonly<Record<string, PageHandler>> = {
  '/sign-in': submitSignIn,
  '/sign-in/second-factor': secondFactor.submitSecondFactor,
  '/sign-up': submitSignUp,
  '/sign-up/recovery-codes': signUpByPasskey.submitFirstCodes,
  '/consent': submitConsent,
  '/consent/switch': switchAccount,
  '/device': device.submitUserCode,
  '/device/decision': device.submitDeviceDecision,
  '/account/profile': accountForm('profile', changeProfile),
  '/account/username': sensitiveForm('username', changes.changeUsername),
  '/account/password': sensitiveForm('password', changes.submitPassword),
  '/account/password/remove': sensitiveForm('password', factors.submitPasswordRemoval),
  '/account/confirm': confirmation.submitConfirmation,
  '/sign-in/confirm': confirmation.submitConfirmation,
  '/account/passkeys/remove': sensitiveForm('passkeys', changes.submitPasskeyRemoval),
  '/account/wallets/unlink': sensitiveForm('wallets', changes.submitWalletUnlinking),
  '/account/email': sensitiveForm('email', changes.submitEmail),
  '/account/email/remove': sensitiveForm('email', changes.submitEmailRemoval),
  '/account/recovery-codes': submitRecoveryCodes,
  '/account/totp': totp.submitTotpStart,
  '/account/totp/confirm': totp.submitTotpCode,
  '/account/totp/remove': sensitiveForm('factors', factors.submitTotpRemoval),
  '/account/two-step': sensitiveForm('factors', factors.submitTwoStep),
  '/recover': recovery.submitRecovery,
  '/recover/code': recovery.submitRecoveryCode,
  '/recover/password': recovery.submitNewPassword,
  '/email/verify': mailLinks.submitVerification,
  '/not-me': mailLinks.submitNotMe,
  '/claim': claim.submitClaimProof,
  '/claim/address': claimAddress.submitClaimAddress,
  '/claim/open': claim.submitClaimOpening,
  '/claim/dispute': claim.submitClaimDispute,
  '/account/sessions/end': accountForm('sessions', changes.submitSessionEnd),
  '/account/sessions/end-all': accountForm('sessions', changes.submitEndOfAll),
  '/account/export': sensitiveForm('export', yourData.submitExport),
  '/account/deletion': sensitiveForm('deletion', yourData.submitDeletion),
  '/account/deletion/withdraw': accountForm('deletion', yourData.submitStay),
  '/account/apps/disconnect': accountForm('apps', changes.submitDisconnection),
}

/** The script calls of the confirmation page in the account, or of the one for apps, which keeps its opener. */
function confirmationCalls(path: string): Readonly<Record<string, ScriptCall>> {
  return {
    [`${path}/passkey/options`]: confirmationScripts.passkeyConfirmationOptions,
    [`${path}/passkey/verify`]: confirmationScripts.confirmWithPasskey,
    [`${path}/wallet/challenge`]: confirmationScripts.walletConfirmationChallenge,
    [`${path}/wallet/verify`]: confirmationScripts.confirmWithWallet,
  }
}

const SCRIPT_CALLS: Readonly<Record<string, ScriptCall>> = {
  '/sign-in/passkey/options': passkey.passkeySignInOptions,
  '/sign-in/passkey/verify': passkey.signInWithPasskey,
  '/sign-in/wallet/challenge': wallet.walletSignInChallenge,
  '/sign-in/wallet/verify': wallet.signInWithWallet,
  '/sign-in/second-factor/passkey/options': secondFactor.secondFactorOptions,
  '/sign-in/second-factor/passkey/verify': secondFactor.secondFactorByPasskey,
  '/password/strength': judgePassword,
  '/sign-up/passkey/options': signUpByPasskey.passkeySignUpOptions,
  '/sign-up/passkey/verify': signUpByPasskey.signUpByPasskey,
  ...confirmationCalls('/account/confirm'),
  ...confirmationCalls('/sign-in/confirm'),
  '/account/passkeys/options': passkey.passkeyAddOptions,
  '/account/passkeys/add': passkey.addNewPasskey,
  '/account/wallets/challenge': wallet.walletLinkChallenge,
  '/account/wallets/link': wallet.linkNewWallet,
  '/claim/passkey/options': claimScripts.claimPasskeyOptions,
  '/claim/passkey/verify': claimScripts.claimByPasskey,
  '/claim/wallet/challenge': claimScripts.claimWalletChallenge,
  '/claim/wallet/verify': claimScripts.claimByWallet,
}

export function pageRoutes(server: AuthorizationServer): Router {
  const router = Router()
  const knownHost = requireKnownHost(server.config, ['identity'])
  const posts = [...Object.keys(FORMS), ...Object.keys(SCRIPT_CALLS)]
  router.all(['/', claimAddress.CLAIM_ENDED, ...Object.keys(PAGES), ...posts], knownHost)
  router.use(['/admin', '/avatars', '/dev'], knownHost)
  router.get('/', (_req, res) => res.redirect(303, `${server.issuer}/account`))
  for (const asset of ASSETS) router.get(asset.path, asset.handler)
  router.use(devMailRoutes(server))
  router.get('/avatars/:name', showAvatar)
  router.use('/admin', consoleRoutes(server))
  router.use('/account', accountHeaders)
  router.get(claimAddress.CLAIM_ENDED, pageHeaders, claim.showClaimEnded)
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
    const { pathname, search } = addressOf(req)
    if (isNavigation(req)) res.redirect(303, issuer + pagePath(pathname) + search)
    else next()
  }
}
