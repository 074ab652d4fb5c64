// Every page in every state that looks different, for tests that check all of them.
import type { Page } from 'playwright-core'
import { addAuthenticator, addWallet } from './browser-credentials.ts'
import { startDevice } from '#test/loopback-app.ts'

import { joinWithPassword, PASSWORD, useUpAttempts, withSecondFactor } from '#test/oauth.ts'
import { ageSignIns, enterAccount, sectionOf, signIn } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'
import {
  addExportAndDeparture,
  addRecentPasskey,
  claimOpened,
  proveClaim,
  earlierLinkOpened,
  objectionOpened,
  strangersLinkOpened,
  openMail,
  giveVerifiedAddress,
  linkOpened,
  halfSignedIn,
  entered,
  appoint,
  deviceConnecting,
  administrating,
  fillAccount,
  type Exhibition,
} from './gallery-people.ts'

/** By the name of its picture: opens the page, and brings it into its state. */
export const GALLERY: Record<string, (exhibition: Exhibition) => Promise<Page>> = {
  async 'sign-in'({ pages, app }) {
    const page = await pages.open()
    await addWallet(page, newWallet())
    await page.goto(app.url)
    return page
  },
  async 'sign-in-refused'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-in')
    await signIn(page, { username: 'nobody' }, 'not a password')
    return page
  },
  async 'sign-in-too-often'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-in')
    await useUpAttempts(pages.system, 'hopper')
    await signIn(page, { username: 'hopper' })
    return page
  },
  async 'sign-up'({ pages, app }) {
    const page = await pages.open()
    await page.goto(app.url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Tide').check()
    return page
  },
  async 'sign-up-refused'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-up')
    await page.evaluate('document.forms[0].noValidate = true')
    await page.getByLabel('Username').fill('x!')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').waitFor()
    return page
  },
  async consent(exhibition) {
    const page = await entered(exhibition, 'ada', 'Aether')
    await page.goto(`${exhibition.app.url}/?scope=openid+identity+wallet`)
    return page
  },
  async 'consent-more'(exhibition) {
    const page = await entered(exhibition, 'grace', 'Ember', '/account', 'admin')
    await page.goto(exhibition.app.url)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.goto(`${exhibition.app.url}/?scope=identity+admin`)
    return page
  },
  async 'second-factor-needed'(exhibition) {
    const page = await entered(exhibition, 'mileva', 'Terra')
    await appoint(exhibition, 'mileva')
    await page.goto(`${exhibition.app.url}/?scope=identity+admin`)
    await page.getByRole('heading', { name: 'You need a second factor' }).waitFor()
    return page
  },
  async device(exhibition) {
    const page = await deviceConnecting(exhibition, 'ellen', 'BCDF-BCDF')
    await page.getByText('No device is waiting').waitFor()
    return page
  },
  async 'device-consent'(exhibition) {
    const { user_code: userCode } = await startDevice(exhibition.pages.system, exhibition.app)
    return deviceConnecting(exhibition, 'mae', userCode)
  },
  async 'device-connected'(exhibition) {
    const { user_code: userCode } = await startDevice(exhibition.pages.system, exhibition.app)
    const page = await deviceConnecting(exhibition, 'judith', userCode)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Your device is connected' }).waitFor()
    return page
  },
  async 'sign-out'(exhibition) {
    const page = await entered(exhibition, 'linus', 'Terra')
    await page.goto('/sign-out')
    return page
  },
  async 'signed-out'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-out')
    return page
  },
  account: (exhibition) => entered(exhibition, 'mary', 'Tide'),
  async 'account-security'(exhibition) {
    const page = await entered(exhibition, 'edith', 'Tide')
    await ageSignIns(exhibition.pages.system, 'edith')
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Add a passkey' }).waitFor()
    return page
  },
  async 'account-devices'(exhibition) {
    const page = await entered(exhibition, 'countess', 'Ember')
    await fillAccount(exhibition, 'countess')
    await page.goto('/account/devices')
    return page
  },
  'account-data': (exhibition) => entered(exhibition, 'lise', 'Aether', '/account/data'),
  async 'account-data-ready'(exhibition) {
    const page = await entered(exhibition, 'noether', 'Terra')
    await addExportAndDeparture(exhibition, 'noether')
    await page.goto('/account/data')
    return page
  },
  async 'account-leaving'(exhibition) {
    const page = await entered(exhibition, 'rubin', 'Ember')
    await addExportAndDeparture(exhibition, 'rubin')
    await page.reload()
    return page
  },
  async 'account-confirmed'(exhibition) {
    const page = await entered(exhibition, 'katherine', 'Aether')
    await addWallet(page, newWallet())
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    return page
  },
  async confirm(exhibition) {
    const page = await entered(exhibition, 'dorothy', 'Ember')
    await fillAccount(exhibition, 'dorothy')
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'confirm-app'(exhibition) {
    const page = await entered(exhibition, 'wilma', 'Aether')
    await fillAccount(exhibition, 'wilma')
    await page.goto(`${exhibition.app.url}/?acr_values=2`)
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'confirm-code'({ pages }) {
    const person = await joinWithPassword(pages.system, 'klara', { house: 'Tide' })
    const withApp = await withSecondFactor(pages.system, person)
    const page = await pages.open()
    await addWallet(page, newWallet())
    await enterAccount(page, withApp)
    await page.goto('/account/confirm?for=factors')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That is not the code').waitFor()
    return page
  },
  async 'confirm-refused'(exhibition) {
    const page = await entered(exhibition, 'annie', 'Terra')
    await ageSignIns(exhibition.pages.system, 'annie')
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Link a wallet' }).click()
    await page.getByLabel('Password').fill('not hers')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That is not your password.').waitFor()
    return page
  },
  async 'account-full'(exhibition) {
    const page = await entered(exhibition, 'augusta', 'Ember')
    await fillAccount(exhibition, 'augusta')
    await page.goto('/account/security?done=passkey-removed')
    return page
  },
  async 'account-refused'(exhibition) {
    const page = await entered(exhibition, 'joan', 'Terra', '/account/security')
    await sectionOf(page, 'Password').getByLabel('Current password').fill('not hers')
    await sectionOf(page, 'Password').getByLabel('New password').fill('a bell above the water')
    await sectionOf(page, 'Password').getByRole('button', { name: 'Change password' }).click()
    await page.getByText('That is not your current password.').waitFor()
    return page
  },
  async 'admin-people'(exhibition) {
    await joinWithPassword(exhibition.pages.system, 'sophie', { house: 'Aether' })
    return administrating(exhibition, 'gerty', '/admin')
  },
  async 'admin-person'(exhibition) {
    await entered(exhibition, 'meitner', 'Terra')
    await fillAccount(exhibition, 'meitner')
    await giveVerifiedAddress(exhibition, 'meitner')
    const page = await administrating(exhibition, 'marie', '/admin')
    await page.getByLabel('Find a person').fill('meitner')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Meitner' }).click()
    await page.getByRole('heading', { name: 'Meitner', level: 1 }).waitFor()
    return page
  },
  async 'admin-question'(exhibition) {
    const { id } = await joinWithPassword(exhibition.pages.system, 'vera')
    const page = await administrating(exhibition, 'cecilia', `/admin/people/${id}/rename`)
    await page.getByLabel('New username').fill('support')
    await page.getByLabel('Reason').fill('It insults people.')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The username is reserved.').waitFor()
    return page
  },
  'admin-clients': (exhibition) =>
    administrating(exhibition, 'jocelyn', '/admin/clients?search=test'),
  'admin-client': (exhibition) =>
    administrating(exhibition, 'rosalind', `/admin/clients/${exhibition.app.id}`),
  async 'admin-register'(exhibition) {
    const page = await administrating(exhibition, 'barbara_l', '/admin/clients/new')
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByLabel('Redirect URIs', { exact: true }).fill('ftp://harbour.example')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Redirect URI 1').first().waitFor()
    return page
  },
  async 'admin-secret'(exhibition) {
    const page = await administrating(exhibition, 'lynn', '/admin/keys')
    await page.getByLabel('Purpose of a new key').fill('Archive')
    await page.getByRole('button', { name: 'Issue a key' }).click()
    await page.getByText('It is shown only now.').waitFor()
    return page
  },
  'admin-keys': (exhibition) => administrating(exhibition, 'karen', '/admin/keys'),
  'admin-audit': (exhibition) => administrating(exhibition, 'adele', '/admin/audit'),
  'admin-administrators': (exhibition) =>
    administrating(exhibition, 'ruth', '/admin/administrators'),
  async 'admin-without-factor'(exhibition) {
    const page = await entered(exhibition, 'sally', 'Tide')
    await appoint(exhibition, 'sally')
    await page.goto('/admin')
    return page
  },
  async recover({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    return page
  },
  async 'recover-code-refused'({ pages }) {
    const page = await pages.open()
    await page.goto('/recover/code')
    await page.getByLabel('Username').fill('nobody')
    await page.getByLabel('Code').fill('ABCD-1234-EFGH-5678')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Wrong username or code.').waitFor()
    return page
  },
  async 'recovery-codes'(exhibition) {
    const page = await entered(exhibition, 'evelyn', 'Tide', '/account/security')
    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    await page.getByText('They are shown only now.').waitFor()
    return page
  },
  async 'second-factor'(exhibition) {
    const page = await halfSignedIn(exhibition, 'hedy', 'Ember')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'second-factor-refused'(exhibition) {
    const page = await halfSignedIn(exhibition, 'hypatia', 'Terra')
    await page.getByText('Use a recovery code instead').click()
    await page.getByLabel('Recovery code').fill('ABCD-1234-EFGH-5678')
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByText('Wrong code').waitFor()
    return page
  },
  async 'authenticator-app'({ pages }) {
    const person = await joinWithPassword(pages.system, 'emmy', { house: 'Tide' })
    const page = await pages.open()
    await enterAccount(page, person, '/account/security')
    await sectionOf(page, 'Second factor').getByRole('button', { name: 'Set up an app' }).click()
    await page.getByLabel('Code that the app shows now').fill('000000')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('That is not the code that the app shows now.').waitFor()
    return page
  },
  async 'sign-up-codes'({ pages }) {
    const page = await pages.open()
    await addAuthenticator(page, { offersInField: false })
    await page.goto('/sign-up')
    await page.getByLabel('Username').fill('ida')
    await page.getByLabel('Display name').fill('Ida Rhodes')
    await page.getByLabel('Aether').check()
    await page.getByLabel('Archetype').selectOption('Cipher')
    await page.getByRole('button', { name: 'Create it with a passkey' }).click()
    await page.getByRole('button', { name: 'Make recovery codes' }).waitFor()
    return page
  },
  async 'account-email'(exhibition) {
    const page = await entered(exhibition, 'margaret', 'Ember')
    await giveVerifiedAddress(exhibition, 'margaret')
    await page.goto('/account/security')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('margaret@moon.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Waiting for you').waitFor()
    return page
  },
  'email-verify': (exhibition) => linkOpened(exhibition, 'frances', '/email/verify'),
  'new-password': (exhibition) => linkOpened(exhibition, 'radia', '/recover/password'),
  'not-me': (exhibition) => linkOpened(exhibition, 'shafi', '/not-me'),
  'not-me-earlier': (exhibition) => earlierLinkOpened(exhibition, 'lovelace'),
  claim: (exhibition) => claimOpened(exhibition, 'germain'),
  async 'claim-refused'(exhibition) {
    const page = await claimOpened(exhibition, 'kovalevskaya')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Use the password' }).click()
    await page.getByText('That is not right').waitFor()
    return page
  },
  'claim-held': (exhibition) => objectionOpened(exhibition, 'agnesi'),
  async 'claim-disputed'(exhibition) {
    const page = await objectionOpened(exhibition, 'chatelet')
    await page.getByRole('button', { name: 'It is not my address' }).click()
    await page.getByText('An administrator decides').waitFor()
    return page
  },
  async 'claim-address'(exhibition) {
    const page = await claimOpened(exhibition, 'mirzakhani')
    await proveClaim(page)
    return page
  },
  async 'claim-mail'(exhibition) {
    const page = await objectionOpened(exhibition, 'herschel')
    await openMail(page, 'Somebody says that your account is theirs')
    return page
  },
  async 'claim-ended'(exhibition) {
    const page = await objectionOpened(exhibition, 'somerville')
    await proveClaim(page)
    await page.getByText('The account is unlocked and stays').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The account is unlocked').first().waitFor()
    return page
  },
  async 'claim-password'(exhibition) {
    const page = await claimOpened(exhibition, 'merian')
    await proveClaim(page)
    await page.getByText('It becomes the address').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Choose a new password').first().waitFor()
    return page
  },
  'email-verify-other': (exhibition) => strangersLinkOpened(exhibition, 'leavitt', 'clarke'),
  async 'email-verify-sign-in'(exhibition) {
    const opened = await linkOpened(exhibition, 'johnson', '/email/verify')
    const page = await exhibition.pages.open()
    await page.goto(opened.url())
    return page
  },
  async mail(exhibition) {
    const page = await linkOpened(exhibition, 'barbara', '/not-me')
    await page.goto('/dev/mail')
    return page
  },
  async 'mail-notice'(exhibition) {
    const page = await linkOpened(exhibition, 'jean', '/not-me')
    await openMail(page, 'A new sign-in to your account')
    return page
  },
  async 'mail-reset'(exhibition) {
    const page = await linkOpened(exhibition, 'kay', '/recover/password')
    await openMail(page, 'Set a new password')
    return page
  },
  async 'account-profile-refused'(exhibition) {
    const page = await entered(exhibition, 'kiesler', 'Tide')
    const section = sectionOf(page, 'Profile')
    await section.getByLabel('Display name').fill('Support')
    await section.getByLabel('About you').fill('I hop from one frequency to the next.')
    await section.getByRole('button').click()
    await section.getByText('The display name is reserved.').waitFor()
    return page
  },
  async 'form-out-of-date'(exhibition) {
    const page = await entered(exhibition, 'alan', 'Aether')
    const second = await page.context().newPage()
    await enterAccount(second, { username: 'alan' })
    await sectionOf(page, 'Username').getByRole('button').click()
    await page.getByText('This form is out of date').waitFor()
    return page
  },
  async 'sign-in-out-of-date'(exhibition) {
    const page = await exhibition.pages.open()
    await page.goto(exhibition.app.url)
    await joinWithPassword(exhibition.pages.system, 'radhia', { house: 'Terra' })
    const second = await page.context().newPage()
    await enterAccount(second, { username: 'radhia' })
    await signIn(page, { username: 'radhia' })
    await page.getByRole('link', { name: 'Continue as @radhia' }).waitFor()
    return page
  },
  async 'sign-in-hinted'({ pages, app }) {
    const page = await pages.open()
    await page.goto(`${app.url}/?login_hint=ada@mail.example`)
    return page
  },
  async 'not-me-new'(exhibition) {
    const page = await linkOpened(exhibition, 'easley', '/not-me')
    await addRecentPasskey(exhibition, 'easley')
    await page.getByRole('button', { name: 'Lock my account' }).click()
    await page.getByLabel('New password').fill('a bell above the water')
    await page.evaluate('document.forms[0].noValidate = true')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Say whether it is yours.').waitFor()
    return page
  },
  async 'link-over'({ pages }) {
    const page = await pages.open()
    await page.goto('/recover/password?token=used')
    return page
  },
  async 'unknown-page'({ pages }) {
    const page = await pages.open()
    await page.goto('/admin')
    return page
  },
  async 'request-refused'({ pages, app }) {
    const page = await pages.open()
    await page.goto(`${app.url}/?client_id=nobody`)
    return page
  },
}
