// Pages that mails link to: recovery, addresses, "not me" reports and claims.
import type { Page } from 'playwright-core'
import { newId } from '#foundation/domain/ids.ts'
import { linkTo, mailTo } from '#test/mail.ts'
import { PASSWORD } from '#test/oauth.ts'
import { enterAccount, proveFactors } from '#test/pages.ts'
import type { IdentityTables } from '../../../../subgraphs/identity/tables.ts'
import {
  openAsNewPerson,
  identityOf,
  giveVerifiedAddress,
  fillAccount,
  type GalleryContext,
  type GalleryPages,
} from './gallery-people.ts'

export const RECOVERY_PAGES: GalleryPages = {
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
  'email-verify': (context) => openMailLink(context, 'frances', '/email/verify'),
  'new-password': (context) => openMailLink(context, 'radia', '/recover/password'),
  'not-me': (context) => openMailLink(context, 'shafi', '/not-me'),
  'not-me-earlier': (context) => openEarlierLink(context, 'lovelace'),
  claim: (context) => openClaim(context, 'germain'),
  async 'claim-refused'(context) {
    const page = await openClaim(context, 'kovalevskaya')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Use the password' }).click()
    await page.getByText('That is not right').waitFor()
    return page
  },
  'claim-held': (context) => openObjection(context, 'agnesi'),
  async 'claim-disputed'(context) {
    const page = await openObjection(context, 'chatelet')
    await page.getByRole('button', { name: 'It is not my address' }).click()
    await page.getByText('An administrator decides').waitFor()
    return page
  },
  async 'claim-address'(context) {
    const page = await openClaim(context, 'mirzakhani')
    await proveClaim(page)
    return page
  },
  async 'claim-mail'(context) {
    const page = await openObjection(context, 'herschel')
    await openMail(page, 'Somebody says that your account is theirs')
    return page
  },
  async 'claim-ended'(context) {
    const page = await openObjection(context, 'somerville')
    await proveClaim(page)
    await page.getByText('The account is unlocked and stays').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The account is unlocked').first().waitFor()
    return page
  },
  async 'claim-password'(context) {
    const page = await openClaim(context, 'merian')
    await proveClaim(page)
    await page.getByText('It becomes the address').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Choose a new password').first().waitFor()
    return page
  },
  'email-verify-other': (context) => openStrangersLink(context, 'leavitt', 'clarke'),
  async 'email-verify-sign-in'(context) {
    const opened = await openMailLink(context, 'johnson', '/email/verify')
    const page = await context.pages.open()
    await page.goto(opened.url())
    return page
  },
  async mail(context) {
    const page = await openMailLink(context, 'barbara', '/not-me')
    await page.goto('/dev/mail')
    return page
  },
  async 'mail-notice'(context) {
    const page = await openMailLink(context, 'jean', '/not-me')
    await openMail(page, 'A new sign-in to your account')
    return page
  },
  async 'mail-reset'(context) {
    const page = await openMailLink(context, 'kay', '/recover/password')
    await openMail(page, 'Set a new password')
    return page
  },
  async 'not-me-new'(context) {
    const page = await openMailLink(context, 'easley', '/not-me')
    await addRecentPasskey(context, 'easley')
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
}

/** The newest mail with that subject, as a mail program shows it. */
async function openMail(page: Page, subject: string): Promise<void> {
  await page.goto('/dev/mail')
  const mail = page.getByRole('article', { name: subject }).first()
  await mail.getByRole('link', { name: 'As HTML' }).click()
  await page.getByRole('heading', { name: subject }).waitFor()
}

/** The page of a mail's link: about a sign-in, a forgotten password, or a new address. */
async function openMailLink(
  context: GalleryContext,
  username: string,
  path: string,
): Promise<Page> {
  const { system } = context.pages
  const page = await openAsNewPerson(context, username, 'Tide')
  await fillAccount(context, username)
  await proveFactors(system, username)
  let address = `${username}@mail.example`
  if (path === '/email/verify') {
    await page.goto('/account/security')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(address)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Waiting for you').waitFor()
  } else address = await giveVerifiedAddress(context, username)
  if (path === '/not-me') await enterAccount(await context.pages.open(), { username })
  if (path === '/recover/password') {
    await page.goto('/recover')
    await page.getByLabel('Username').fill(username)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Check your mail').waitFor()
  }
  await page.goto(linkTo((await mailTo(system, address)).at(-1), path))
  return page
}

/** The page of "This was not me" in a mail to an address that the person has changed since. */
async function openEarlierLink(context: GalleryContext, username: string): Promise<Page> {
  const page = await openMailLink(context, username, '/not-me')
  const db = context.pages.system.tables<IdentityTables>('identity')
  await db
    .updateTable('emailAddresses')
    .set({ address: `${username}@moon.example` })
    .where('address', '=', `${username}@mail.example`)
    .execute()
  await page.reload()
  return page
}

/** The page of a claim for the earlier address. */
async function openClaim(context: GalleryContext, username: string): Promise<Page> {
  const page = await openEarlierLink(context, username)
  await page.getByRole('button', { name: 'Lock my account' }).click()
  await page.getByRole('heading', { name: 'The account is locked' }).waitFor()
  return page
}

/** Proves the password on the page of a claim. */
async function proveClaim(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Use the password' }).click()
  await page.getByRole('heading', { name: 'One more question' }).waitFor()
}

/** The page of a claim for the new address. */
async function openObjection(context: GalleryContext, username: string): Promise<Page> {
  const page = await openClaim(context, username)
  const mails = await mailTo(context.pages.system, `${username}@moon.example`)
  await page.goto(linkTo(mails.at(-1), '/claim'))
  return page
}

/** A link that verifies an address, in somebody else's browser. */
async function openStrangersLink(
  context: GalleryContext,
  asker: string,
  reader: string,
): Promise<Page> {
  const opened = await openMailLink(context, asker, '/email/verify')
  const page = await openAsNewPerson(context, reader, 'Ember')
  await page.goto(opened.url())
  await page.getByText('This link is for another account').first().waitFor()
  return page
}

/** A passkey that somebody else may have added. */
async function addRecentPasskey(context: GalleryContext, username: string): Promise<void> {
  const { db, identityId } = await identityOf(context, username)
  const passkey = { publicKey: Buffer.alloc(1), counter: 0, name: 'Phone', lastUsedAt: null }
  await db
    .insertInto('passkeys')
    .values({ ...passkey, id: newId('passkey'), identityId, createdAt: new Date() })
    .execute()
}
