// Brings the people of the gallery to the state that a page shows.
import type { Page } from 'playwright-core'
import { newId } from '#foundation/domain/ids.ts'

import type { LoopbackApp } from '#test/loopback-app.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { linkTo, mailTo } from '#test/mail.ts'
import { joinWithPassword, PASSWORD, withSecondFactor } from '#test/oauth.ts'
import { enterAccount, proveFactors, signIn, type Pages } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'

export interface Exhibition {
  pages: Pages
  /** A client that may request every scope. */
  app: LoopbackApp
}

/** A finished export, for somebody who leaves in two weeks. */
export async function addExportAndDeparture(
  { pages }: Exhibition,
  username: string,
): Promise<void> {
  const db = pages.system.tables<IdentityTables>('identity')
  const { id: identityId } = await db
    .selectFrom('identities')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const askedAt = new Date()
  const expiresAt = new Date(askedAt.getTime() + 7 * 86_400_000)
  await db
    .insertInto('exports')
    .values({ id: newId('export'), identityId, askedAt, readyAt: askedAt, expiresAt })
    .execute()
  const ids = { id: newId('departure'), tombstone: newId('identity'), identityId }
  const dueAt = new Date(askedAt.getTime() + 14 * 86_400_000)
  await db
    .insertInto('departures')
    .values({ ...ids, scrolls: 'keep', askedAt, dueAt })
    .execute()
}

/** The newest mail with that subject, as a mail program shows it. */
export async function openMail(page: Page, subject: string): Promise<void> {
  await page.goto('/dev/mail')
  const mail = page.getByRole('article', { name: subject }).first()
  await mail.getByRole('link', { name: 'As HTML' }).click()
  await page.getByRole('heading', { name: subject }).waitFor()
}

export async function giveVerifiedAddress(
  { pages }: Exhibition,
  username: string,
): Promise<string> {
  const db = pages.system.tables<IdentityTables>('identity')
  const person = db.selectFrom('identities').select('id').where('username', '=', username)
  const { id: identityId } = await person.executeTakeFirstOrThrow()
  const address = `${username}@mail.example`
  await db
    .insertInto('emailAddresses')
    .values({ identityId, address, verifiedAt: new Date() })
    .execute()
  return address
}

/** The page of a mail's link: about a sign-in, a forgotten password, or a new address. */
export async function linkOpened(
  exhibition: Exhibition,
  username: string,
  path: string,
): Promise<Page> {
  const { system } = exhibition.pages
  const page = await entered(exhibition, username, 'Tide')
  await fillAccount(exhibition, username)
  await proveFactors(system, username)
  let address = `${username}@mail.example`
  if (path === '/email/verify') {
    await page.goto('/account/security')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(address)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Waiting for you').waitFor()
  } else address = await giveVerifiedAddress(exhibition, username)
  if (path === '/not-me') await enterAccount(await exhibition.pages.open(), { username })
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
export async function earlierLinkOpened(exhibition: Exhibition, username: string): Promise<Page> {
  const page = await linkOpened(exhibition, username, '/not-me')
  const db = exhibition.pages.system.tables<IdentityTables>('identity')
  await db
    .updateTable('emailAddresses')
    .set({ address: `${username}@moon.example` })
    .where('address', '=', `${username}@mail.example`)
    .execute()
  await page.reload()
  return page
}

/** The page of a claim for the earlier address. */
export async function claimOpened(exhibition: Exhibition, username: string): Promise<Page> {
  const page = await earlierLinkOpened(exhibition, username)
  await page.getByRole('button', { name: 'Lock my account' }).click()
  await page.getByRole('heading', { name: 'The account is locked' }).waitFor()
  return page
}

/** Proves the password on the page of a claim. */
export async function proveClaim(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Use the password' }).click()
  await page.getByRole('heading', { name: 'One more question' }).waitFor()
}

/** The page of a claim for the new address. */
export async function objectionOpened(exhibition: Exhibition, username: string): Promise<Page> {
  const page = await claimOpened(exhibition, username)
  const mails = await mailTo(exhibition.pages.system, `${username}@moon.example`)
  await page.goto(linkTo(mails.at(-1), '/claim'))
  return page
}

/** A link that verifies an address, in somebody else's browser. */
export async function strangersLinkOpened(
  exhibition: Exhibition,
  asker: string,
  reader: string,
): Promise<Page> {
  const opened = await linkOpened(exhibition, asker, '/email/verify')
  const page = await entered(exhibition, reader, 'Ember')
  await page.goto(opened.url())
  await page.getByText('This link is for another account').first().waitFor()
  return page
}

/** Somebody with an app and a passkey, who has proved the password. */
export async function halfSignedIn({ pages, app }: Exhibition, username: string, house: string) {
  const person = await joinWithPassword(pages.system, username, { house })
  await withSecondFactor(pages.system, person)
  await pages.system
    .tables<IdentityTables>('identity')
    .insertInto('passkeys')
    .values({
      id: newId('passkey'),
      identityId: person.id,
      publicKey: Buffer.alloc(64),
      counter: 0,
      name: 'Laptop',
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()
  const page = await pages.open()
  await page.goto(app.url)
  await signIn(page, person)
  return page
}

export async function entered(
  { pages }: Exhibition,
  username: string,
  house: string,
  path = '/account',
  role: 'member' | 'admin' = 'member',
): Promise<Page> {
  const about = { house, xp: 420, role }
  const person = await joinWithPassword(pages.system, username, about)
  const page = await pages.open()
  await enterAccount(page, person, path)
  return page
}

/** A passkey that somebody else may have added. */
export async function addRecentPasskey({ pages }: Exhibition, username: string): Promise<void> {
  const db = pages.system.tables<IdentityTables>('identity')
  const person = db.selectFrom('identities').select('id').where('username', '=', username)
  const { id: identityId } = await person.executeTakeFirstOrThrow()
  const passkey = { publicKey: Buffer.alloc(1), counter: 0, name: 'Phone', lastUsedAt: null }
  await db
    .insertInto('passkeys')
    .values({ ...passkey, id: newId('passkey'), identityId, createdAt: new Date() })
    .execute()
}

/** Makes somebody without a second factor an administrator. */
export async function appoint({ pages }: Exhibition, username: string): Promise<void> {
  const db = pages.system.tables<IdentityTables>('identity')
  await db
    .updateTable('identities')
    .set({ role: 'admin' })
    .where('username', '=', username)
    .execute()
}

/** The page after somebody types that code on the page for devices. */
export async function deviceConnecting(
  exhibition: Exhibition,
  username: string,
  userCode: string,
): Promise<Page> {
  const page = await entered(exhibition, username, 'Ember', '/device')
  await page.getByLabel('Code').fill(userCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
}

/** A page of the console. */
export async function administrating(
  exhibition: Exhibition,
  username: string,
  path: string,
): Promise<Page> {
  const page = await entered(exhibition, username, 'Tide', '/account', 'admin')
  await page.goto(path)
  return page
}

/** Passkeys, a wallet, a telephone and an app. */
export async function fillAccount({ pages, app }: Exhibition, username: string): Promise<void> {
  const db = pages.system.tables<IdentityTables>('identity')
  const person = db.selectFrom('identities').select('id').where('username', '=', username)
  const { id: identityId } = await person.executeTakeFirstOrThrow()
  const [createdAt, now] = [new Date('2026-03-12T12:00:00Z'), new Date()]
  const passkey = { identityId, publicKey: Buffer.alloc(1), counter: 0, createdAt }
  await db
    .insertInto('passkeys')
    .values([
      { ...passkey, id: newId('passkey'), name: 'Laptop', lastUsedAt: now },
      { ...passkey, id: newId('passkey'), name: 'The key on my ring', lastUsedAt: null },
    ])
    .execute()
  const wallet = { identityId, chainId: 1, challengeHash: Buffer.alloc(32), linkedAt: createdAt }
  await db
    .insertInto('wallets')
    .values(
      [true, false].map((signsIn) => {
        return { ...wallet, id: newId('wallet'), address: newWallet().address, signsIn }
      }),
    )
    .execute()
  const consent = { identityId, scopes: ['identity', 'wallet'], givenAt: createdAt }
  await db
    .insertInto('consents')
    .values({ clientId: app.id, ...consent })
    .execute()
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/150.0 Mobile'
  await enterAccount(await pages.open({ userAgent }), { username })
}
