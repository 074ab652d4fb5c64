// Challenges of wallets: their text, their wallets, and how many a person can have.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClient } from '#test/grant-story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { newWallet } from '#test/wallet.ts'
import { CHALLENGE, LINK, openChallenges, refusal, walletCalls, wrong } from './wallet-calls.ts'
import type { SignedChallenge } from '../domain/wallets/wallet-challenge.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')

const identity = testSubgraph('identity')
beforeEach(() => {
  identity.clock.now = NOON
})

const { challenge, signed, link, linkRefusal } = walletCalls(() => identity)
const someone = () => identity.join(`p${crypto.randomUUID().slice(0, 8)}`)

describe('a challenge', () => {
  test('A challenge is a text of EIP-4361 with wallet, account and site, valid for ten minutes', async () => {
    const as = await someone()
    const { address } = newWallet()
    const variables = { input: { address: address.toLowerCase(), chainId: 137 } }
    const response = await identity.ask(CHALLENGE, { as, variables })
    const { message, expiresAt } = response.createWalletChallenge
    expect(expiresAt).toBe('2026-03-04T12:10:00.000Z')
    const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(message as string)![1]!
    expect(message).toBe(`id.example wants you to sign in with your Ethereum account:
${address}

Link this wallet to the account ${as.username}.

URI: https://id.example/api/wallets/link
Version: 1
Chain ID: 137
Nonce: ${nonce}
Issued At: 2026-03-04T12:00:00.000Z
Expiration Time: 2026-03-04T12:10:00.000Z`)
  })

  describe('that an app requests', () => {
    const APP = 'https://app.example'
    const LOCAL = 'http://localhost:5173'
    const statement = (username: string) => `Link this wallet to the account ${username}`
    const redirectUris = [`${APP}/callback`, `${LOCAL}/callback`, 'com.example.app:/callback']

    beforeAll(async () => {
      await addClient(identity, 'app', { kind: 'public', secretHash: null, redirectUris })
      await addClient(identity, 'other-app', { redirectUris: ['https://other.example/callback'] })
    })

    const request = async (clientId: string, origin: string) => {
      const person = await someone()
      const wallet = newWallet()
      const variables = { input: { address: wallet.address } }
      const as = { ...person, clientId }
      const response = await identity.ask(CHALLENGE, { as, origin, variables })
      const message = response.createWalletChallenge.message as string
      return { person, message, signature: wallet.sign(message) }
    }

    test.each([
      ['its page at https', APP, 'app.example'],
      ['its page on the computer of its developer', LOCAL, 'localhost:5173'],
    ])('A challenge that an app requests names %s', async (_which, origin, domain) => {
      const { person, ...challenged } = await request('app', origin)
      const lines = challenged.message.split('\n')
      expect(lines[0]).toBe(`${domain} wants you to sign in with your Ethereum account:`)
      expect(lines[3]).toBe(`${statement(person.username)} at id.example.`)
      expect(lines[5]).toBe(`URI: ${origin}`)
      expect((await link(person, challenged)).created).toBe(true)
    })

    test.each([
      ['the origin of another client', 'app', 'https://other.example'],
      ['a subdomain', 'app', 'https://www.app.example'],
      ['another scheme', 'app', 'http://app.example'],
      ['another port', 'app', 'https://app.example:8443'],
      ['the origin of a scheme', 'app', 'null'],
      ['a private-use scheme', 'app', 'com.example.app:'],
      ['its redirect URI', 'app', `${APP}/callback`],
      ['two lines', 'app', `${APP}\nhttps://id.example`],
      ['no client that is registered', 'test-client', APP],
      ['an app of another origin', 'other-app', APP],
      ['nothing', 'app', ''],
    ])(
      'A challenge that an app requests names the ID service for %s',
      async (_which, clientId, origin) => {
        const { person, message } = await request(clientId, origin)
        expect(message).toMatch(
          /^id\.example wants you[^]*\nURI: https:\/\/id\.example\/api\/wallets\/link\n/,
        )
        expect(message).toContain(`\n${statement(person.username)}.\n`)
      },
    )
  })

  test('Two challenges are never the same', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    expect(await challenge(as, wallet)).not.toBe(await challenge(as, wallet))
  })

  test.each([
    ['the mainnet when it is left out', undefined, 1],
    ['the mainnet when it is null', null, 1],
    ['as large as a number can say exactly', 9_007_199_254_740_991, 9_007_199_254_740_991],
  ])('A challenge is for a chain: %s', async (_which, chainId, expected) => {
    const [as, wallet] = [await someone(), newWallet()]
    const { message, signature } = await signed(as, wallet, chainId as number)
    expect(message).toContain(`\nChain ID: ${expected}\n`)
    expect((await link(as, { message, signature })).wallet.chainId).toBe(expected)
  })

  test.each([0, -1, 1.5, 9_007_199_254_740_992])(
    'A challenge is refused for chain %d',
    async (chainId) => {
      const variables = { input: { address: newWallet().address, chainId } }
      expect(await identity.refusal(CHALLENGE, { as: await someone(), variables })).toEqual(
        wrong('chainId', 'must be a whole number from 1 to 9007199254740991'),
      )
    },
  )

  const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const FORM = 'must be 0x and 40 hexadecimal digits'
  const CHECKSUM = 'has upper and lower case letters that are not its EIP-55 checksum'
  test.each([
    ['', FORM],
    [ADDRESS.slice(2), FORM],
    [ADDRESS.slice(0, -1), FORM],
    [`${ADDRESS}0`, FORM],
    [`${ADDRESS}\n`, FORM],
    [ADDRESS.replace('0x', '0X'), FORM],
    ['ada.eth', FORM],
    [ADDRESS.replace('aA', 'Aa'), CHECKSUM],
  ])('A challenge is refused for the address %j', async (address, reason) => {
    const variables = { input: { address } }
    const refused = await identity.refusal(CHALLENGE, { as: await someone(), variables })
    expect(refused).toEqual(wrong('address', reason))
  })

  test('A refused challenge reports everything that is wrong', async () => {
    const variables = { input: { address: 'ada.eth', chainId: 0 } }
    const { details } = await identity.refusal(CHALLENGE, { as: await someone(), variables })
    expect(details).toMatchObject({ issues: [{ field: 'address' }, { field: 'chainId' }] })
  })

  test('A sixth challenge replaces the oldest of five', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const all: SignedChallenge[] = []
    for (let made = 0; made < 6; made += 1) all.push(await signed(as, wallet))
    expect(await openChallenges(identity, as)).toBe(5)
    expect(await linkRefusal(as, all[0]!)).toEqual(refusal('CHALLENGE_EXPIRED'))
    for (const [index, input] of all.slice(1).entries()) {
      expect((await link(as, input)).created).toBe(index === 0)
    }
  })

  test('Thirty simultaneous challenges leave five, all of them valid', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const all = await Promise.all(Array.from({ length: 30 }, () => signed(as, wallet)))
    expect(await openChallenges(identity, as)).toBe(5)
    const responses = await Promise.all(
      all.map((input) => identity.run(LINK, { as, variables: { input } })),
    )
    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(5)
  })
})
