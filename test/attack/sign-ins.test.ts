// Sign-ins with wrong passwords from one address or network, while somebody at another address signs in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, signInOn } from '#test/oauth.ts'
import { addPerson } from '#test/story.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { hashPassword, setPassword } from '../../subgraphs/identity/domain/sign-in/password.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { median, printFigures } from './support/figures.ts'

/** As many attempts as an address may fail, for usernames that do not exist. */
const ATTEMPTS = 100
const SIGN_INS = 20
/** Prefixes of one subscriber's /56: more of them than hashes may wait. */
const PREFIXES = 240

let system: Attacked
beforeAll(async () => {
  system = await startAttacked({ settings: { TRUST_PROXY: 'loopback' } })
  const id = await addPerson(system, 'oscar')
  const ctx = asCommand(system.tables<IdentityTables>('identity'))
  await setPassword(ctx, id, await hashPassword(PASSWORD))
})
afterAll(() => system.stop())

interface Opened {
  userAgent: UserAgent
  page: Page
}

/** A browser at an address, with the page for signing in. */
async function openAt(address: string): Promise<Opened> {
  const userAgent = createUserAgent({ 'x-forwarded-for': address })
  return { userAgent, page: await userAgent.open(`${system.address('identity')}/sign-in`) }
}

/** The status of a sign-in, and its duration in milliseconds. */
async function signIn({ userAgent, page }: Opened, username: string) {
  const began = performance.now()
  const { status } = await signInOn(userAgent, page, { username })
  return { status, ms: performance.now() - began }
}

async function openAll(addresses: readonly string[]): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const address of addresses) opened.push(await openAt(address))
  return opened
}

/**
 * `maxRatio` is how many times longer the slowest of somebody else's sign-ins may take than one in peace: in one
 * queue, the first of them waits for the whole attack.
 */
const ATTACKS = [
  {
    from: 'one address',
    victim: '198.51.100.1',
    addresses: Array.from({ length: ATTEMPTS }, () => '203.0.113.1'),
    maxRatio: 25,
  },
  {
    from: 'the prefixes of one IPv6 subscriber',
    victim: '198.51.100.2',
    addresses: Array.from({ length: PREFIXES }, (_, n) => `2001:db8:0:${n.toString(16)}::1`),
    // The requests themselves take time as well.
    maxRatio: 60,
  },
]

test.each(ATTACKS)('somebody else can sign in during sign-ins from $from', async (attack) => {
  const { from, victim, addresses, maxRatio } = attack
  const own = Array.from({ length: SIGN_INS }, () => victim)
  const [inPeace, meanwhile, attacks] = await Promise.all([
    openAll(own),
    openAll(own),
    openAll(addresses),
  ])
  const oneByOne = async (opened: readonly Opened[]) => {
    const took = []
    for (const one of opened) took.push(await signIn(one, 'oscar'))
    return took
  }
  const before = await oneByOne(inPeace)
  const attacked = Promise.all(attacks.map((one, n) => signIn(one, `nobody-${n}`)))
  const beside = await oneByOne(meanwhile)
  const statuses = Map.groupBy(await attacked, ({ status }) => status)
  const peace = median(before.map(({ ms }) => ms))
  const slowest = Math.max(...beside.map(({ ms }) => ms))
  printFigures(`${addresses.length} sign-ins from ${from}`, {
    statuses: [...statuses].map(([status, { length }]) => `${status}×${length}`).join(' '),
    'others median before': `${Math.round(peace)} ms`,
    'others slowest': `${Math.round(slowest)} ms`,
    ratio: (slowest / peace).toFixed(1),
  })
  expect([...before, ...beside].map(({ status }) => status)).toEqual(
    Array.from({ length: 2 * SIGN_INS }, () => 200),
  )
  expect(slowest / peace).toBeLessThan(maxRatio)
})
