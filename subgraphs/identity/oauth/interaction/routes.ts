// The pages and their forms: path → handler.
import { Router, type RequestHandler } from 'express'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import { isNavigation } from '#foundation/http/navigation.ts'
import { ASSETS } from '../pages/assets.ts'
import type { AccountSection } from '../pages/account-props.ts'
import { consoleRoutes } from '../console/routes.ts'
import type { AuthorizationServer } from '../request-context.ts'
import { ACCOUNT_PAGES, accountForm } from './account.ts'
import * as changes from './account-forms.ts'
import * as factors from './factor-forms.ts'
import { showAvatar } from './avatar.ts'
import { showConsent, submitConsent, switchAccount } from './consent.ts'
import { devMailRoutes } from './dev-mail.ts'
import * as claim from './claim.ts'
import * as claimScripts from './claim-scripts.ts'
import * as confirmation from './confirmation.ts'
import * as device from './device-authorization.ts'
import { downloadExport } from './export-download.ts'
import { accountHeaders, answerPageError, pageHeaders } from './page.ts'
import * as mailLinks from './mail-links.ts'
import { addressOf, pagePath } from './page-paths.ts'
import * as passkey from './passkey.ts'
import { judgePassword } from './password-strength.ts'
import * as signUpByPasskey from './passkey-sign-up.ts'
import { changeProfile } from './profile-form.ts'
import * as recovery from './recovery.ts'
import { submitRecoveryCodes } from './recovery-codes.ts'
import * as secondFactor from './second-factor.ts'
import { showSecondFactorNeeded } from './second-factor-needed.ts'
import { showSignIn, submitSignIn } from './sign-in.ts'
import { showSignOut, submitSignOut } from './sign-out.ts'
import { showSignUp, submitSignUp } from './sign-up.ts'
import { afterStepUp } from './step-up.ts'
import * as totp from './totp.ts'
import * as wallet from './wallet.ts'
import * as yourData from './your-data.ts'

type Answer = (server: AuthorizationServer) => RequestHandler

const PAGES: Readonly<Record<string, Answer>> = {
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
  '/not-me': mailLinks.showDisavowal,
  '/claim': claim.showClaim,
  '/claim/ended': claim.showClaimEnded,
}

/** On the account page, and on the way to an app, where the page keeps its opener. */
function confirmationForms(path: string): Readonly<Record<string, Answer>> {
  return {
    [path]: confirmation.submitConfirmation,
    [`${path}/passkey/options`]: confirmation.passkeyConfirmationOptions,
    [`${path}/passkey/verify`]: confirmation.confirmWithPasskey,
    [`${path}/wallet/challenge`]: confirmation.walletConfirmationChallenge,
    [`${path}/wallet/verify`]: confirmation.confirmWithWallet,
  }
}

const form = (section: AccountSection, change: changes.Change): Answer => {
  return (server) => accountForm(server, section, change)
}

const FORMS: Readonly<Record<string, Answer>> = {
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
  '/not-me': mailLinks.submitDisavowal,
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
  for (const { path, answer } of ASSETS) router.get(path, answer)
  router.use(devMailRoutes(server))
  router.get('/avatars/:name', showAvatar)
  router.use('/admin', consoleRoutes(server))
  router.use('/account', accountHeaders)
  for (const [path, answer] of Object.entries(PAGES)) {
    router.get(path, pageHeaders, answer(server), answerPageError)
  }
  for (const [path, answer] of Object.entries(FORMS)) {
    router.post(path, pageHeaders, answer(server), answerPageError)
  }
  // After a form, the address of the browser is that of the form: who opens it again goes to the page.
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
