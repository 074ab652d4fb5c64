// The pages and their forms: path → handler.
import { Router, type RequestHandler } from 'express'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import { isNavigation } from '#foundation/http/navigation.ts'
import { ASSETS } from '../pages/assets.ts'
import type { AccountSection } from '../pages/account/account-props.ts'
import { consoleRoutes } from '../console/console-routes.ts'
import type { AuthorizationServer } from '../request-context.ts'
import { ACCOUNT_PAGES, accountForm } from './account/account-handlers.ts'
import * as changes from './account/account-forms.ts'
import * as factors from './sign-in-methods/factor-forms.ts'
import { showAvatar } from './account/avatar-handler.ts'
import { showConsent, submitConsent, switchAccount } from './authorization/consent-handlers.ts'
import { devMailRoutes } from './dev-mail-routes.ts'
import * as claim from './claim/claim-handlers.ts'
import * as claimScripts from './claim/claim-scripts.ts'
import * as confirmation from './sign-in/confirmation-handlers.ts'
import * as device from './authorization/device-handlers.ts'
import { downloadExport } from './account/export-download.ts'
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
import { showSignIn, submitSignIn } from './sign-in/sign-in-handlers.ts'
import { showSignOut, submitSignOut } from './sign-in/sign-out-handlers.ts'
import { showSignUp, submitSignUp } from './sign-in/sign-up-handlers.ts'
import { afterStepUp } from './account/after-step-up.ts'
import * as totp from './sign-in-methods/totp-handlers.ts'
import * as wallet from './sign-in-methods/wallet-handlers.ts'
import * as yourData from './account/your-data-handlers.ts'

type HandlerFactory = (server: AuthorizationServer) => RequestHandler

const PAGES: Readonly<Record<string, HandlerFactory>> = {
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
  '/account/export/download': downloadExport,
  '/recover': recovery.showRecovery,
  '/recover/code': recovery.showRecoveryCode,
  '/recover/password': recovery.showNewPassword,
  '/email/verify': mailLinks.showVerification,
  '/not-me': mailLinks.showNotMe,
  '/claim': claim.showClaim,
  '/claim/ended': claim.showClaimEnded,
}

/** Also on the way to an app, where the page keeps its opener. */
function confirmationForms(path: string): Readonly<Record<string, HandlerFactory>> {
  return {
    [path]: confirmation.submitConfirmation,
    [`${path}/passkey/options`]: confirmation.passkeyConfirmationOptions,
    [`${path}/passkey/verify`]: confirmation.confirmWithPasskey,
    [`${path}/wallet/challenge`]: confirmation.walletConfirmationChallenge,
    [`${path}/wallet/verify`]: confirmation.confirmWithWallet,
  }
}

const form = (section: AccountSection, change: changes.Change): HandlerFactory => {
  return (server) => accountForm(server, section, change)
}

const FORMS: Readonly<Record<string, HandlerFactory>> = {
  '/sign-in': submitSignIn,
  '/sign-in/passkey/options': passkey.passkeySignInOptions,
  '/sign-in/passkey/verify': passkey.signInWithPasskey,
  '/sign-in/wallet/challenge': wallet.walletSignInChallenge,
  '/sign-in/wallet/verify': wallet.signInWithWallet,
  '/sign-in/second-factor': secondFactor.submitSecondFactor,
  '/sign-in/second-factor/passkey/options': secondFactor.secondFactorOptions,
  '/sign-in/second-factor/passkey/verify': secondFactor.secondFactorByPasskey,
  '/sign-up': submitSignUp,
  '/password/strength': judgePassword,
  '/sign-up/passkey/options': signUpByPasskey.passkeySignUpOptions,
  '/sign-up/passkey/verify': signUpByPasskey.signUpByPasskey,
  '/sign-up/recovery-codes': signUpByPasskey.submitFirstCodes,
  '/consent': submitConsent,
  '/consent/switch': switchAccount,
  '/device': device.submitUserCode,
  '/device/decision': device.submitDeviceDecision,
  '/sign-out': submitSignOut,
  '/account/profile': form('profile', changeProfile),
  '/account/username': form('username', afterStepUp('username', changes.changeUsername)),
  '/account/password': form('password', afterStepUp('password', changes.submitPassword)),
  '/account/password/remove': form(
    'password',
    afterStepUp('password', factors.submitPasswordRemoval),
  ),
  ...confirmationForms('/account/confirm'),
  ...confirmationForms('/sign-in/confirm'),
  '/account/passkeys/options': passkey.passkeyAddOptions,
  '/account/passkeys/add': passkey.addNewPasskey,
  '/account/passkeys/remove': form(
    'passkeys',
    afterStepUp('passkeys', changes.submitPasskeyRemoval),
  ),
  '/account/wallets/challenge': wallet.walletLinkChallenge,
  '/account/wallets/link': wallet.linkNewWallet,
  '/account/wallets/unlink': form('wallets', afterStepUp('wallets', changes.submitWalletUnlinking)),
  '/account/email': form('email', afterStepUp('email', changes.submitEmail)),
  '/account/email/remove': form('email', afterStepUp('email', changes.submitEmailRemoval)),
  '/account/recovery-codes': submitRecoveryCodes,
  '/account/totp': totp.submitTotpStart,
  '/account/totp/confirm': totp.submitTotpCode,
  '/account/totp/remove': form('factors', afterStepUp('factors', factors.submitTotpRemoval)),
  '/account/two-step': form('factors', afterStepUp('factors', factors.submitTwoStep)),
  '/recover': recovery.submitRecovery,
  '/recover/code': recovery.submitRecoveryCode,
  '/recover/password': recovery.submitNewPassword,
  '/email/verify': mailLinks.submitVerification,
  '/not-me': mailLinks.submitNotMe,
  '/claim': claim.submitClaimProof,
  '/claim/open': claim.submitClaimOpening,
  '/claim/dispute': claim.submitClaimDispute,
  '/claim/passkey/options': claimScripts.claimPasskeyOptions,
  '/claim/passkey/verify': claimScripts.claimByPasskey,
  '/claim/wallet/challenge': claimScripts.claimWalletChallenge,
  '/claim/wallet/verify': claimScripts.claimByWallet,
  '/account/sessions/end': form('sessions', changes.submitSessionEnd),
  '/account/sessions/end-all': form('sessions', changes.submitEndOfAll),
  '/account/export': form('export', afterStepUp('export', yourData.submitExport)),
  '/account/deletion': form('deletion', afterStepUp('deletion', yourData.submitDeletion)),
  '/account/deletion/withdraw': form('deletion', yourData.submitStay),
  '/account/apps/disconnect': form('apps', changes.submitDisconnection),
}

export function pageRoutes(server: AuthorizationServer): Router {
  const router = Router()
  const knownHost = requireKnownHost(server.config, ['identity'])
  router.all(['/', ...Object.keys(PAGES), ...Object.keys(FORMS)], knownHost)
  router.use(['/admin', '/avatars', '/dev'], knownHost)
  router.get('/', (_req, res) => res.redirect(303, `${server.issuer}/account`))
  for (const { path, handler } of ASSETS) router.get(path, handler)
  router.use(devMailRoutes(server))
  router.get('/avatars/:name', showAvatar)
  router.use('/admin', consoleRoutes(server))
  router.use('/account', accountHeaders)
  for (const [path, handlerFor] of Object.entries(PAGES)) {
    router.get(path, pageHeaders, handlerFor(server), sendPageError)
  }
  for (const [path, handlerFor] of Object.entries(FORMS)) {
    router.post(path, pageHeaders, handlerFor(server), sendPageError)
  }
  // After a form, the browser shows the form's URL. Opening it again redirects to the page.
  router.get(Object.keys(FORMS), pageHeaders, openPageOfForm(server))
  return router
}

function openPageOfForm({ issuer }: AuthorizationServer): RequestHandler {
  return (req, res, next) => {
    const { pathname, search } = addressOf(req)
    if (isNavigation(req)) res.redirect(303, issuer + pagePath(pathname) + search)
    else next()
  }
}
