// Sign-ins with wrong passwords from one address: somebody at another address signs in meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, signInOn } from '#test/oauth.ts'
import { addPerson } from '#test/story.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'
import { asCommand } from '../../subgraphs/identity/command.ts'
import { hashPassword, setPassword } from '../../subgraphs/identity/domain/password.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { median, printFigures } from './support/figures.ts'

/** As many as an address may get wrong, of people who do not exist. */
const ATTEMPTS = 100
const SIGN_INS = 20
/**
 * How many times longer the slowest of somebody else's sign-ins may take than one in peace: in one queue, the first of
 * them waits for the whole attack.
 */
const MAX_RATIO = 25

let system: Attacked
beforeAll(async () => {
  system = await startAttacked('one process', [], { TRUST_PROXY: 'loopback' })
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

/** What it answers, and how long it takes in milliseconds. */
async function signIn({ userAgent, page }: Opened, username: string) {
  const began = performance.now()
  const { status } = await signInOn(userAgent, page, { username })
  return { status, ms: performance.now() - began }
}

async function openMany(address: string, count: number): Promise<Opened[]> {
  const opened: Opened[] = []
  while (opened.length < count) opened.push(await openAt(address))
  return opened
}

test('somebody signs in beside a hundred sign-ins from another address', async () => {
  const [inPeace, meanwhile, attacks] = await Promise.all([
    openMany('198.51.100.1', SIGN_INS),
    openMany('198.51.100.1', SIGN_INS),
    openMany('203.0.113.1', ATTEMPTS),
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
  printFigures(`${ATTEMPTS} sign-ins from one address`, {
    statuses: [...statuses].map(([status, { length }]) => `${status}×${length}`).join(' '),
    'others median before': `${Math.round(peace)} ms`,
    'others slowest': `${Math.round(slowest)} ms`,
    ratio: (slowest / peace).toFixed(1),
  })
  expect([...before, ...beside].map(({ status }) => status)).toEqual(
    Array.from({ length: 2 * SIGN_INS }, () => 200),
  )
  expect(slowest / peace).toBeLessThan(MAX_RATIO)
})
