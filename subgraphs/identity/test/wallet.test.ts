// Linking a wallet proves control, once, for the right person.
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { highS, newWallet, type TestWallet } from '#test/wallet.ts'
import {
  CHALLENGE,
  LINK,
  openChallenges,
  refusal,
  walletCalls,
  wrong,
  type Linked,
} from './wallet-calls.ts'
import type { IdentityTables } from '../tables.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')
const MINUTES = 60_000

const identity = testSubgraph('identity')
beforeEach(() => {
  identity.clock.now = NOON
})

const { challenge, signed, link, linkRefusal } = walletCalls(() => identity)
const someone = () => identity.join(`p${crypto.randomUUID().slice(0, 8)}`)
const later = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms)
}
const tables = () => identity.tables<IdentityTables>('identity')

const UNLINK = `mutation ($input: UnlinkWalletInput!) { unlinkWallet(input: $input) { id address } }`
const LIST = `query ($first: Int, $after: String, $offset: Int) {
  wallets(first: $first, after: $after, offset: $offset) {
    nodes { id address chainId linkedAt } totalCount pageInfo { hasNextPage endCursor }
  }
}`

/** Links a new wallet to the person. */
async function withWallet(as: Person): Promise<TestWallet & Linked['wallet']> {
  const wallet = newWallet()
  const linked = await link(as, await signed(as, wallet))
  return { ...wallet, ...linked.wallet }
}

const walletsOf = async (as: Person) =>
  (await identity.ask(LIST, { as })).wallets as { nodes: object[]; totalCount: number }

describe('linking', () => {
  test('Linking gives the wallet that signed to the caller', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const linked = await link(as, await signed(as, wallet))
    const expected = {
      id: expect.stringMatching(/^wallet_/) as string,
      address: wallet.address,
      chainId: 1,
      linkedAt: NOON.toISOString(),
    }
    expect(linked).toEqual({ created: true, wallet: expected })
    expect(await walletsOf(as)).toMatchObject({ nodes: [expected], totalCount: 1 })
  })

  test('Linking a wallet of one’s own again returns the existing link', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const first = await link(as, await signed(as, wallet))
    later(1000)
    const again = await link(as, await signed(as, wallet, 137))
    expect(again).toEqual({ created: false, wallet: first.wallet })
    expect(await openChallenges(identity, as)).toBe(0)
  })

  test('A repeated link request gets the same result, even long afterwards', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const input = await signed(as, wallet)
    const { wallet: linked } = await link(as, input)
    for (const pause of [0, 1000, 60 * MINUTES]) {
      later(pause)
      expect(await link(as, input)).toEqual({ created: false, wallet: linked })
    }
  })

  test('A repeated link request with another signature is refused', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const { message, signature } = await signed(as, wallet)
    await link(as, { message, signature })
    const forged = [newWallet().sign(message), wallet.sign('something else'), highS(signature)]
    for (const other of forged) {
      expect(await linkRefusal(as, { message, signature: other })).toEqual(
        refusal('SIGNATURE_MISMATCH'),
      )
    }
  })

  test('Linking requires a challenge even for a wallet of the caller', async () => {
    const as = await someone()
    const wallet = await withWallet(as)
    const message = 'I am whoever I say.'
    expect(await linkRefusal(as, { message, signature: wallet.sign(message) })).toEqual(
      refusal('CHALLENGE_EXPIRED'),
    )
  })

  test('Linking refuses input with any changed byte', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const message = await challenge(as, wallet)
    for (const changed of [`${message}\n`, message.replace('\nVersion: 1', '\r\nVersion: 1')]) {
      expect(await linkRefusal(as, { message: changed, signature: wallet.sign(changed) })).toEqual(
        refusal('CHALLENGE_EXPIRED'),
      )
    }
  })

  test('Linking is refused after the challenge has expired', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const input = await signed(as, wallet)
    later(10 * MINUTES - 1)
    expect((await link(as, input)).created).toBe(true)
    const next = await signed(as, newWallet())
    later(10 * MINUTES)
    expect(await linkRefusal(as, next)).toEqual(refusal('CHALLENGE_EXPIRED'))
  })

  test('Linking is only for the person who requested the challenge', async () => {
    const [ada, grace, wallet] = [await someone(), await someone(), newWallet()]
    const input = await signed(ada, wallet)
    expect(await linkRefusal(grace, input)).toEqual(refusal('CHALLENGE_EXPIRED'))
    expect((await link(ada, input)).created).toBe(true)
    expect(await linkRefusal(grace, input)).toEqual(refusal('CHALLENGE_EXPIRED'))
  })

  test('Linking with another key is refused and does not consume the challenge', async () => {
    const [as, wallet] = [await someone(), newWallet()]
    const { message, signature } = await signed(as, wallet)
    const wrongVersion = `${signature.slice(0, -2)}1d`
    for (const other of [newWallet().sign(message), highS(signature), wrongVersion]) {
      expect(await linkRefusal(as, { message, signature: other })).toEqual(
        refusal('SIGNATURE_MISMATCH'),
      )
    }
    expect((await link(as, { message, signature })).created).toBe(true)
  })

  test.each([
    ['', 'must be 0x and 130 hexadecimal digits'],
    ['0x', 'must be 0x and 130 hexadecimal digits'],
    [`0x${'a'.repeat(128)}`, 'must be 0x and 130 hexadecimal digits'],
    [`0x${'g'.repeat(130)}`, 'must be 0x and 130 hexadecimal digits'],
    [`0x${'a'.repeat(130)}\n`, 'must be 0x and 130 hexadecimal digits'],
    [`0x${'a'.repeat(400)}`, 'is longer than 65 bytes: contract wallets are not supported'],
  ])('Linking is refused with the signature %j', async (signature, reason) => {
    const as = await someone()
    const message = await challenge(as, newWallet())
    expect(await linkRefusal(as, { message, signature })).toEqual(wrong('signature', reason))
  })

  test('Linking with an empty or too long message is refused', async () => {
    const as = await someone()
    const signature = newWallet().sign('')
    for (const message of ['', 'x'.repeat(4_001)]) {
      expect(await linkRefusal(as, { message, signature })).toEqual(
        wrong('message', 'must have 1 to 4000 characters'),
      )
    }
  })

  test('Linking another person’s wallet is refused on every chain', async () => {
    const [ada, grace] = [await someone(), await someone()]
    const wallet = await withWallet(ada)
    expect(await linkRefusal(grace, await signed(grace, wallet, 137))).toEqual(
      refusal('WALLET_TAKEN'),
    )
    expect((await walletsOf(grace)).totalCount).toBe(0)
  })

  test('Linking a twenty-first wallet is refused, but not one of the twenty', async () => {
    const as = await someone()
    for (let linked = 0; linked < 19; linked += 1) await withWallet(as)
    const last = await withWallet(as)
    const more = await signed(as, newWallet())
    expect(await linkRefusal(as, more)).toEqual(refusal('WALLET_LIMIT', { limit: 20 }))
    expect((await link(as, await signed(as, last))).created).toBe(false)
    await identity.ask(UNLINK, { as, variables: { input: { id: last.id } } })
    expect((await link(as, more)).created).toBe(true)
  })
})

describe('at the same moment', () => {
  test('Twenty simultaneous links with one challenge create one', async () => {
    const as = await someone()
    const input = await signed(as, newWallet())
    const responses = await atOnce(20, () => link(as, input))
    expect(responses.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(responses.map(({ wallet }) => wallet.id)).size).toBe(1)
  })

  test('A wallet that several people link at the same moment belongs to one of them', async () => {
    for (let round = 0; round < 3; round += 1) {
      const wallet = newWallet()
      const people = await atOnce(6, () => someone())
      const inputs = await Promise.all(people.map((as) => signed(as, wallet)))
      const responses = await Promise.all(
        people.map((as, index) => identity.run(LINK, { as, variables: { input: inputs[index] } })),
      )
      expect(refusalsOf(responses)).toEqual(
        Array.from({ length: 5 }, () => refusal('WALLET_TAKEN')),
      )
    }
  })

  test('A link waits for the unlinking of the wallet, and succeeds', async () => {
    const [ada, grace] = [await someone(), await someone()]
    const wallet = await withWallet(ada)
    const input = await signed(grace, wallet)
    const linking = await tables()
      .transaction()
      .execute(async (trx) => {
        await trx.deleteFrom('wallets').where('id', '=', wallet.id).execute()
        const waiting = link(grace, input)
        await expect.poll(() => sessionsWaiting(identity.tables('identity'))).toBe(1)
        return { waiting }
      })
    expect((await linking.waiting).created).toBe(true)
    expect((await walletsOf(ada)).totalCount).toBe(0)
  })

  test('Simultaneous links beyond twenty are refused', async () => {
    const as = await someone()
    for (let linked = 0; linked < 18; linked += 1) await withWallet(as)
    const inputs = await atOnce(5, () => signed(as, newWallet()))
    const responses = await Promise.all(
      inputs.map((input) => identity.run(LINK, { as, variables: { input } })),
    )
    const refused = refusal('WALLET_LIMIT', { limit: 20 })
    expect(refusalsOf(responses)).toEqual(Array.from({ length: 3 }, () => refused))
    expect((await walletsOf(as)).totalCount).toBe(20)
  })
})

describe('the caller’s wallets', () => {
  test('Wallets are listed newest first, page by page, only for their owner', async () => {
    const [ada, grace] = [await someone(), await someone()]
    const linked: string[] = []
    for (let index = 0; index < 3; index += 1) {
      linked.unshift((await withWallet(ada)).id)
      await withWallet(grace)
      later(1)
    }
    const start = (await identity.ask(LIST, { as: ada, variables: { first: 2 } })).wallets
    expect(start).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
    const after = start.pageInfo.endCursor as string
    const end = (await identity.ask(LIST, { as: ada, variables: { first: 2, after } })).wallets
    expect([...start.nodes, ...end.nodes]).toMatchObject(linked.map((id) => ({ id })))
    const skipped = await identity.ask(LIST, { as: ada, variables: { offset: 1, first: 1 } })
    expect(skipped.wallets.nodes).toMatchObject([{ id: linked[1] }])
  })

  test('No app unlinks a wallet that signs in, or is just becoming a sign-in method', async () => {
    const [as, another] = [await someone(), await someone()]
    const { id } = await withWallet(as)
    const variables = { input: { id } }
    const unlinking = await tables()
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('wallets').set({ signsIn: true }).where('id', '=', id).execute()
        const waiting = identity.refusal(UNLINK, { as, variables })
        await expect.poll(() => sessionsWaiting(identity.tables('identity'))).toBe(1)
        return { waiting }
      })
    const refused = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'signs_in' } }
    expect(await unlinking.waiting).toEqual(refused)
    expect(await identity.refusal(UNLINK, { as, variables })).toEqual(refused)
    expect((await walletsOf(as)).nodes).toMatchObject([{ id }])
    const unknown = { code: 'NOT_FOUND', details: { resource: 'Wallet', id } }
    expect(await identity.refusal(UNLINK, { as: another, variables })).toEqual(unknown)
  })

  test('Only the owner unlinks a wallet, and others can link it then', async () => {
    const [ada, grace] = [await someone(), await someone()]
    const input = await signed(ada, newWallet())
    const { wallet } = await link(ada, input)
    const { id, address } = wallet
    const variables = { input: { id } }
    const unknown = { code: 'NOT_FOUND', details: { resource: 'Wallet', id } }
    expect(await identity.refusal(UNLINK, { as: grace, variables })).toEqual(unknown)
    expect(await identity.ask(UNLINK, { as: ada, variables })).toEqual({
      unlinkWallet: { id, address },
    })
    expect(await identity.refusal(UNLINK, { as: ada, variables })).toEqual(unknown)
    expect((await walletsOf(ada)).totalCount).toBe(0)
    expect(await linkRefusal(ada, input)).toEqual(refusal('CHALLENGE_EXPIRED'))
  })
})

test('A machine client has no wallets', async () => {
  const { wallets } = await identity.ask(LIST, { as: { id: 'test-client' } })
  expect(wallets).toMatchObject({ nodes: [], totalCount: 0 })
})

test('An unknown person gets no challenge and links nothing', async () => {
  const as = { id: 'identity_unknown', username: 'nobody' }
  const unknown = { code: 'NOT_FOUND', details: { resource: 'Identity', id: as.id } }
  const wallet = newWallet()
  const variables = { input: { address: wallet.address } }
  expect(await identity.refusal(CHALLENGE, { as, variables })).toEqual(unknown)
  const signature = wallet.sign('')
  expect(await linkRefusal(as, { message: 'a', signature })).toEqual(unknown)
})
