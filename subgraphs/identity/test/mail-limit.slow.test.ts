// Strangers can use up their shares of mails to a mailbox, but not the owner's.
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { countMail, mailboxOf } from '../domain/mail/mail-limit.ts'
import type { IdentityTables } from '../tables.ts'

const HOUR_MS = 3_600_000

const identity = testSubgraph('identity')
let mailbox: string
beforeEach(() => {
  mailbox = `${crypto.randomUUID()}@mail.example`
})

/** Whether a mail is allowed for a requester at that network address, or in that /24. */
async function isAllowed(network: number | string, account?: string): Promise<boolean> {
  const db = identity.tables<IdentityTables>('identity')
  const ctx = {
    db,
    now: () => identity.clock.now,
    address: typeof network === 'string' ? network : `192.0.${network}.1`,
  }
  return countMail(ctx, mailbox, account).then(
    () => true,
    () => false,
  )
}

async function countAllowed(asks: Iterable<[number | string, string?]>): Promise<number> {
  let allowed = 0
  for (const ask of asks) if (await isAllowed(...ask)) allowed += 1
  return allowed
}

const strangers = (count: number, network: (index: number) => number) =>
  Array.from({ length: count }, (_, index): [number, string] => [network(index), `s${index}`])

const pass = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms)
}

describe('verifications', () => {
  test('Verifications by five strangers at one network address leave one for the owner there', async () => {
    expect(await countAllowed(strangers(5, () => 1))).toBe(5)
    expect(await isAllowed(1, 'owner')).toBe(true)
  })

  test('Verifications by many strangers at one network address leave five an hour to the owner elsewhere', async () => {
    expect(await countAllowed(strangers(30, () => 1))).toBe(7)
    const owner = Array.from({ length: 6 }, (): [number, string] => [2, 'owner'])
    expect(await countAllowed(owner)).toBe(5)
  })

  test('Verifications from many network addresses leave some an hour to an account that has caused none', async () => {
    expect(await countAllowed(strangers(20, (index) => index))).toBe(20)
    expect(await isAllowed(99, 's1')).toBe(false)
    expect(await isAllowed(99, 'owner')).toBe(true)
    expect(await isAllowed(99, 'owner')).toBe(false)
    pass(HOUR_MS)
    expect(await isAllowed(99, 'owner')).toBe(true)
  })

  test('Verifications are limited per mailbox, whoever requests them', async () => {
    expect(await countAllowed(strangers(200, (index) => index))).toBe(24)
  })

  test('Simultaneous verifications are limited as well', async () => {
    const asks = strangers(40, (index) => index).map((ask) => isAllowed(...ask))
    const allowed = (await Promise.all(asks)).filter(Boolean)
    expect(allowed).toHaveLength(24)
  })
})

describe('links for a new password', () => {
  test('Reset links requested at one network address leave five an hour to the owner elsewhere', async () => {
    expect(await countAllowed(Array.from({ length: 30 }, () => [1]))).toBe(5)
    expect(await countAllowed(Array.from({ length: 6 }, () => [2]))).toBe(5)
  })

  test('Reset links requested at many network addresses leave some an hour to an address that has caused none', async () => {
    const asks = Array.from({ length: 20 }, (_, index): [number] => [index])
    expect(await countAllowed(asks)).toBe(20)
    expect(await isAllowed(3)).toBe(false)
    expect(await isAllowed(99)).toBe(true)
  })

  test.each([
    ['IPv6 addresses of one /48', (index: number) => `2001:db8:0:${index}::1`],
    ['IPv4 addresses of one /24', (index: number) => `198.51.100.${index}`],
  ])(
    'Reset links requested at many %s leave some an hour to an address elsewhere',
    async (_where, address) => {
      const asks = Array.from({ length: 40 }, (_, index): [string] => [address(index)])
      expect(await countAllowed(asks)).toBe(22)
      for (let hour = 0; hour < 3; hour += 1) {
        expect(await countAllowed(asks)).toBe(hour === 0 ? 0 : 2)
        expect(await isAllowed('203.0.113.7')).toBe(true)
        pass(HOUR_MS)
      }
    },
  )
})

test.each([
  ['Ada@Mail.Example', 'ada@mail.example'],
  ['ada+shop@mail.example', 'ada@mail.example'],
  ['ada+a+b@mail.example', 'ada@mail.example'],
  ['a.da@mail.example', 'a.da@mail.example'],
  ['+ada@mail.example', '+ada@mail.example'],
])('the mailbox of %s is %s', (address, expected) => {
  expect(mailboxOf(address)).toBe(expected)
})
