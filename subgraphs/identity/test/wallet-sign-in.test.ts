// Signing in with a wallet works once, in the requesting browser, for the person who linked it.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { highS, newWallet, type TestWallet } from '#test/wallet.ts'
import { createSignInChallenge, redeemSignInChallenge } from '../domain/wallets/wallet-sign-in.ts'
import type { SignedChallenge } from '../domain/wallets/wallet-challenge.ts'
import { identitySettings } from '../settings.ts'
import type { IdentityTables } from '../tables.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')
const MINUTES = 60_000

const identity = testSubgraph('identity')
beforeEach(() => {
  identity.clock.now = NOON
})

const someone = () => identity.join(`p${crypto.randomUUID().slice(0, 8)}`)
const newBrowser = () => crypto.randomUUID()
const later = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms)
}
const ctx = () => ({
  db: identity.tables<IdentityTables>('identity'),
  now: () => identity.clock.now,
  settings: identitySettings.read({ ID_BASE_URL: 'https://id.example' }),
})
const redeem = async (browser: string, input: SignedChallenge) =>
  (await redeemSignInChallenge(ctx(), browser, input))?.identityId

const CHALLENGE = `mutation ($input: CreateWalletChallengeInput!) {
  createWalletChallenge(input: $input) { message }
}`
const LINK = `mutation ($input: LinkWalletInput!) { linkWallet(input: $input) { wallet { id } } }`

/** The person's challenge to link the wallet, signed with it. */
async function signedToLink(as: Person, { address, sign }: TestWallet): Promise<SignedChallenge> {
  const response = await identity.ask(CHALLENGE, { as, variables: { input: { address } } })
  const message = response.createWalletChallenge.message as string
  return { message, signature: sign(message) }
}

/** A person and the wallet that they linked on their account page. */
async function withWallet(): Promise<{ as: Person; wallet: TestWallet }> {
  const [as, wallet] = [await someone(), newWallet()]
  const input = await signedToLink(as, wallet)
  const { id } = (await identity.ask(LINK, { as, variables: { input } })).linkWallet.wallet
  await ctx().db.updateTable('wallets').set({ signsIn: true }).where('id', '=', id).execute()
  return { as, wallet }
}

/** The browser's challenge to sign in with the wallet, signed with it. */
async function signed(browser: string, { address, sign }: TestWallet): Promise<SignedChallenge> {
  const { message } = await createSignInChallenge(ctx(), browser, { address })
  return { message, signature: sign(message) }
}

test('a challenge names the site, no account and no browser', async () => {
  const [browser, { address }] = [newBrowser(), newWallet()]
  const input = { address: address.toLowerCase(), chainId: 10 }
  const { message, expiresAt } = await createSignInChallenge(ctx(), browser, input)
  expect(expiresAt).toEqual(new Date('2026-03-04T12:10:00.000Z'))
  const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(message)![1]!
  expect(message).toBe(`id.example wants you to sign in with your Ethereum account:
${address}

Sign in to id.example.

URI: https://id.example/sign-in
Version: 1
Chain ID: 10
Nonce: ${nonce}
Issued At: 2026-03-04T12:00:00.000Z
Expiration Time: 2026-03-04T12:10:00.000Z`)
  const rows = await ctx().db.selectFrom('walletChallenges').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(browser)
})

test('a challenge is for an address and a chain', async () => {
  const ask = (input: { address: string; chainId?: number }) =>
    createSignInChallenge(ctx(), newBrowser(), input)
  await expect(ask({ address: 'ada.eth' })).rejects.toThrow('address: must be 0x and 40')
  await expect(ask({ address: newWallet().address, chainId: 0 })).rejects.toThrow('chainId: must')
})

describe('a signature', () => {
  test('A signature signs in the owner of the wallet, once', async () => {
    const { as, wallet } = await withWallet()
    const browser = newBrowser()
    const input = await signed(browser, wallet)
    expect(await redeem(browser, input)).toBe(as.id)
    expect(await redeem(browser, input)).toBeUndefined()
  })

  test('A signature signs in for one of twenty simultaneous requests', async () => {
    const { as, wallet } = await withWallet()
    const browser = newBrowser()
    const input = await signed(browser, wallet)
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(browser, input)))
    expect(responses.filter((response) => response !== undefined)).toEqual([as.id])
  })

  test('A signature of an unlinked wallet signs in nobody', async () => {
    const browser = newBrowser()
    expect(await redeem(browser, await signed(browser, newWallet()))).toBeUndefined()
  })

  test('A signature of a wallet that was unlinked since signs in nobody', async () => {
    const { as, wallet } = await withWallet()
    const browser = newBrowser()
    const input = await signed(browser, wallet)
    await ctx().db.deleteFrom('wallets').where('identityId', '=', as.id).execute()
    expect(await redeem(browser, input)).toBeUndefined()
  })

  test('A signature is valid for ten minutes', async () => {
    const { as, wallet } = await withWallet()
    const browser = newBrowser()
    const [first, second] = [await signed(browser, wallet), await signed(browser, wallet)]
    later(10 * MINUTES - 1)
    expect(await redeem(browser, first)).toBe(as.id)
    later(1)
    expect(await redeem(browser, second)).toBeUndefined()
  })

  test('A signature is valid only in the requesting browser, also after another browser tries', async () => {
    const { as, wallet } = await withWallet()
    const browser = newBrowser()
    const input = await signed(browser, wallet)
    expect(await redeem(newBrowser(), input)).toBeUndefined()
    expect(await redeem('', input)).toBeUndefined()
    expect(await redeem(browser, input)).toBe(as.id)
  })

  test('A wrong signature consumes the challenge', async () => {
    const { wallet } = await withWallet()
    const browser = newBrowser()
    const forge: ((input: SignedChallenge) => string)[] = [
      ({ message }) => newWallet().sign(message),
      ({ signature }) => highS(signature),
      ({ signature }) => `${signature}00`,
      () => '0x',
      () => 'a\0b',
    ]
    for (const forged of forge) {
      const input = await signed(browser, wallet)
      expect(await redeem(browser, { ...input, signature: forged(input) })).toBeUndefined()
      expect(await redeem(browser, input)).toBeUndefined()
    }
  })
})

describe('separate purposes', () => {
  test('A text that was signed to sign in links nothing', async () => {
    const { as, wallet } = await withWallet()
    const stranger = await someone()
    for (const browser of [newBrowser(), as.id, stranger.id]) {
      const input = await signed(browser, wallet)
      for (const sender of [as, stranger]) {
        expect(await identity.refusal(LINK, { as: sender, variables: { input } })).toEqual({
          code: 'VALIDATION_ERROR',
          details: { reason: 'CHALLENGE_EXPIRED' },
        })
      }
      expect(await redeem(browser, input)).toBe(as.id)
    }
  })

  test('A text that was signed to link a wallet signs in nobody', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const input = await signedToLink(as, wallet)
    for (const browser of [newBrowser(), as.id]) {
      expect(await redeem(browser, input)).toBeUndefined()
    }
    await identity.ask(LINK, { as, variables: { input } })
    expect(await redeem(as.id, input)).toBeUndefined()
  })

  test('Purposes stay separate even for the same requester', async () => {
    const { as, wallet } = await withWallet()
    const browser = newBrowser()
    const [toSignIn, toLink] = [await signed(browser, wallet), await signedToLink(as, wallet)]
    const { db } = ctx()
    await db
      .updateTable('walletChallenges')
      .set({ purpose: sql`case purpose when 'link' then 'sign_in' else 'link' end` })
      .execute()
    expect(await redeem(browser, toSignIn)).toBeUndefined()
    const { details } = await identity.refusal(LINK, { as, variables: { input: toLink } })
    expect(details).toEqual({ reason: 'CHALLENGE_EXPIRED' })
  })
})

describe('challenges without a caller', () => {
  const open = async () =>
    (await ctx().db.selectFrom('walletChallenges').select('number').execute()).length

  test('A browser has at most five challenges, even after simultaneous requests', async () => {
    later(60 * MINUTES)
    await identity.work()
    const browser = newBrowser()
    const { as, wallet } = await withWallet()
    await Promise.all(Array.from({ length: 30 }, () => signed(browser, wallet)))
    expect(await open()).toBe(5)
    const last = await signed(browser, wallet)
    expect(await open()).toBe(5)
    expect(await redeem(browser, last)).toBe(as.id)
  })
})
