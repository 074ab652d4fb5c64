// The people of the gallery, whose accounts its pages show.
import type { Page } from 'playwright-core'
import { newId } from '#foundation/domain/ids.ts'
import type { LoopbackApp } from '#test/loopback-app.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { enterAccount, type Pages } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'
import type { IdentityTables } from '../../../../subgraphs/identity/tables.ts'

export interface GalleryContext {
  pages: Pages
  /** A client that may request every scope. */
  app: LoopbackApp
}

/** By the name of its picture: opens the page, and brings it into its state. */
export type GalleryPages = Readonly<Record<string, (context: GalleryContext) => Promise<Page>>>

export async function openAsNewPerson(
  { pages }: GalleryContext,
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

/** The tables of the ID service, and the id of a person. */
export async function identityOf({ pages }: GalleryContext, username: string) {
  const db = pages.system.tables<IdentityTables>('identity')
  const person = db.selectFrom('identities').select('id').where('username', '=', username)
  const { id: identityId } = await person.executeTakeFirstOrThrow()
  return { db, identityId }
}

/** Makes somebody without a second factor an administrator. */
export async function makeAdministrator(
  { pages }: GalleryContext,
  username: string,
): Promise<void> {
  const db = pages.system.tables<IdentityTables>('identity')
  await db
    .updateTable('identities')
    .set({ role: 'admin' })
    .where('username', '=', username)
    .execute()
}

export async function giveVerifiedAddress(
  context: GalleryContext,
  username: string,
): Promise<string> {
  const { db, identityId } = await identityOf(context, username)
  const address = `${username}@mail.example`
  await db
    .insertInto('emailAddresses')
    .values({ identityId, address, verifiedAt: new Date() })
    .execute()
  return address
}

/** Passkeys, a wallet, a telephone and an app. */
export async function fillAccount(context: GalleryContext, username: string): Promise<void> {
  const { db, identityId } = await identityOf(context, username)
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
    .values({ clientId: context.app.id, ...consent })
    .execute()
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/150.0 Mobile'
  await enterAccount(await context.pages.open({ userAgent }), { username })
}
