// The attempt throttles of docs/security.md that no other file tests: the last attempt of a window is allowed, one more
// is refused, and a new window begins.
import { beforeEach, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import {
  askOAuth,
  confirmIdentity,
  joinWithPassword,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent } from '#test/user-agent.ts'
import type { Actor } from './claim-cases.ts'
import { claimedAccount } from './support/claim-story.ts'

const system = testSystem({
  topology: 'Identity alone',
})
const pass = (minutes: number) => {
  const now = system.clock.now ?? new Date()
  system.clock.now = new Date(now.getTime() + minutes * 60_000)
}
// Time only passes: a mail of an earlier test waits for its moment.
beforeEach(async () => {
  pass(60)
  await brakes().deleteFrom('brakes').execute()
})

const brakes = () => system.tables<IdentityTables>('identity')
const at = (path: string) => `${system.address('identity')}${path}`
const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

async function newPerson() {
  const person = await joinWithPassword(system, newName())
  return { person, browser: await signedInUserAgent(system, person) }
}

/** An account that its owner claims: guesses of each side at the password, on the claim's page. */
async function claimByOwner() {
  const account = await claimedAccount(system, { movedBy: 'thief', changed: [], had: [] })
  await account.act({ by: 'owner', does: 'claims' })
  return async (side: Actor) => {
    const { userAgent, page } = await account.claimPage(side)
    return (await userAgent.submit(page, '/claim', { password: 'a wrong one' })).status
  }
}

interface Throttle {
  name: string
  max: number
  minutes: number
  /** What one address or one person tries, again and again: resolves with the status. */
  prepare: () => Promise<() => Promise<number>>
  /** The status of an attempt that is allowed. */
  status: number
}

const THROTTLES: Throttle[] = [
  {
    name: 'An address has 300 passwords checked while they are typed',
    max: 300,
    minutes: 15,
    async prepare() {
      const userAgent = createUserAgent()
      const page = await userAgent.get(at('/sign-up'))
      const body = { username: newName(), displayName: 'Ada', password: 'a lamp' }
      return async () => (await userAgent.call(page, '/password/strength', body)).status
    },
    status: 200,
  },
  {
    name: 'An address asks for 50 links to set a new password in an hour',
    max: 50,
    minutes: 60,
    async prepare() {
      const userAgent = createUserAgent()
      const page = await userAgent.get(at('/recover'))
      return async () => (await userAgent.submit(page, '/recover', { username: newName() })).status
    },
    status: 200,
  },
  {
    name: 'A person tries 20 new passwords with a link in an hour',
    max: 20,
    minutes: 60,
    async prepare() {
      const { person, browser } = await newPerson()
      const email = `${person.username}@mail.example`
      await verifyAddress(system, browser, email)
      const userAgent = createUserAgent()
      const requestLink = async () => {
        const { username } = person
        await userAgent.submit(await userAgent.get(at('/recover')), '/recover', { username })
        return linkTo((await mailTo(system, email)).at(-1), '/recover/password')
      }
      let link = await requestLink()
      return async () => {
        let page = await userAgent.get(link)
        // A link lives for less than the window.
        if (page.status === 403) page = await userAgent.get((link = await requestLink()))
        return (await userAgent.submit(page, '/recover/password', { newPassword: 'x' })).status
      }
    },
    status: 400,
  },
  {
    name: 'A person has 5 mails sent in an hour that verify an address',
    max: 5,
    minutes: 60,
    async prepare() {
      const { browser } = await newPerson()
      return async () => {
        const account = await confirmIdentity(system, browser)
        const email = `${newName()}@mail.example`
        return (await browser.submit(account, '/account/email', { email })).status
      }
    },
    status: 200,
  },
  {
    name: 'An address starts 100 device flows',
    max: 100,
    minutes: 15,
    async prepare() {
      const tv = await registerApp(system, { deviceFlow: true, redirectUris: [] })
      return async () =>
        (await askOAuth(system, tv, { scope: 'openid' }, 'device_authorization')).status
    },
    status: 200,
  },
  {
    name: 'An address types 100 wrong user codes of devices, whoever is signed in there',
    max: 100,
    minutes: 15,
    prepare: () =>
      Promise.resolve(async () => {
        const { browser } = await newPerson()
        const page = await browser.open(at('/device'))
        return (await browser.submit(page, '/device', { user_code: 'BCDF-GHJK' })).status
      }),
    status: 400,
  },
  {
    name: 'An address tries 100 wrong recovery codes, for whichever account',
    max: 100,
    minutes: 15,
    async prepare() {
      const userAgent = createUserAgent()
      const page = await userAgent.get(at('/recover/code'))
      return async () => {
        const fields = { username: newName(), code: 'AAAA-BBBB-CCCC-DDDD' }
        return (await userAgent.submit(page, '/recover/code', fields)).status
      }
    },
    status: 403,
  },
  {
    name: 'Who claims an account tries 10 wrong passwords',
    max: 10,
    minutes: 15,
    async prepare() {
      const guess = await claimByOwner()
      return () => guess('owner')
    },
    status: 403,
  },
]

test.for(THROTTLES)('$name', async ({ max, minutes, prepare, status }) => {
  const attempt = await prepare()
  const earlier = await brakes().selectFrom('brakes').select('key').execute()
  expect(await attempt()).toBe(status)
  const counted = await brakes()
    .updateTable('brakes')
    .set({ attempts: max - 1 })
    .where('key', 'not in', ['', ...earlier.map(({ key }) => key)])
    .executeTakeFirst()
  expect(counted.numUpdatedRows).toBeGreaterThan(0n)
  expect(await attempt()).toBe(status)
  expect(await attempt()).toBe(429)
  pass(minutes)
  expect(await attempt()).toBe(status)
})

test('Wrong passwords of one side of a claim do not stop the other', async () => {
  const guess = await claimByOwner()
  expect(await guess('owner')).toBe(403)
  await brakes().updateTable('brakes').set({ attempts: 10 }).execute()
  expect(await guess('owner')).toBe(429)
  expect(await guess('thief')).toBe(403)
})
