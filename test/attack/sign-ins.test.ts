// Sign-ins with wrong passwords from one address or network, while somebody at another address signs in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '#test/http.ts'
import { PASSWORD } from '#test/oauth.ts'
import { addPerson } from '#test/story.ts'
import { createUserAgent, formOf, type Page } from '#test/user-agent.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { hashPassword, setPassword } from '../../subgraphs/identity/domain/sign-in/password.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'

/** As many attempts as an address may fail, for usernames that do not exist. */
const ATTEMPTS = 100
const SIGN_INS = 5
/** In one queue, all passwords of the attack would be hashed before somebody else's. */
const MAX_OVERTAKEN = ATTEMPTS / 2
/** Prefixes of one subscriber's /56: more of them than hashes may wait. */
const PREFIXES = 240

let system: Attacked
beforeAll(async () => {
  system = await startAttacked({ settings: { TRUST_PROXY: 'loopback' } })
  const id = await addPerson(system, 'oscar')
  const ctx = asCommand(system.tables<IdentityTables>('identity'))
  await setPassword(ctx, id, await hashPassword(PASSWORD))
  page = await userAgent.open(`${system.address('identity')}/sign-in`)
})
afterAll(() => system.stop())

const userAgent = createUserAgent()
let page: Page
/** The status of a sign-in from an address. */
async function signInFrom(address: string, username: string): Promise<number> {
  const { hidden } = formOf(page, '/sign-in')
  const fields = { ...hidden, username, password: PASSWORD }
  // Of the browser that opened the page, without a session.
  const cookie = [...userAgent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { status } = await send(page.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, cookie },
    body: new URLSearchParams(fields),
  })
  return status
}

const ATTACKS = [
  {
    from: 'one address',
    victim: '198.51.100.1',
    addresses: Array.from({ length: ATTEMPTS }, () => '203.0.113.1'),
  },
  {
    from: 'the prefixes of one IPv6 subscriber',
    victim: '198.51.100.2',
    addresses: Array.from({ length: PREFIXES }, (_, n) => `2001:db8:0:${n.toString(16)}::1`),
  },
]

test.each(ATTACKS)('somebody else can sign in during sign-ins from $from', async (attack) => {
  const { victim, addresses } = attack
  /** The statuses of the attack so far. */
  const attacks: number[] = []
  const attacked = Promise.all(
    addresses.map(async (from, n) => void attacks.push(await signInFrom(from, `nobody-${n}`))),
  )
  const hashed = () => attacks.filter((status) => status === 403).length
  const overtaken: number[] = []
  for (let signIn = 0; signIn < SIGN_INS; signIn += 1) {
    const before = hashed()
    expect(await signInFrom(victim, 'oscar')).toBe(303)
    overtaken.push(hashed() - before)
  }
  await attacked
  expect([403, 429]).toEqual(expect.arrayContaining([...new Set(attacks)]))
  // In one queue, the first would wait for every password of the attack.
  expect(Math.max(...overtaken)).toBeLessThan(MAX_OVERTAKEN)
})
