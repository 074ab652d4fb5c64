// Sign-in methods that need a script: wallets from end to end, and what all of them share.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableIdentity } from '../../subgraphs/identity/domain/people/person.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { inRounds } from './support/in-rounds.ts'
import { linkWallet, signedChallenge } from './support/sign-in-methods.ts'
import {
  authorizeUrl,
  confirmIdentity,
  joinWithPassword,
  redirected,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { changeAccount, postCode, setUpTotp } from '#test/second-factor.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type UserAgent } from '#test/user-agent.ts'
import { highS, newWallet, type TestWallet } from '#test/wallet.ts'

const system = testSystem({
  topology: 'Identity alone',
  settings: { TRUST_PROXY: 'loopback' },
})
let ada: Person
let wallet: TestWallet
/** Ada's browser: signed in, with the linked wallet. */
let browser: UserAgent
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
  wallet = newWallet()
  const linked = await link(browser, wallet)
  expect(linked).toMatchObject({
    status: 200,
    body: { location: address('/account/security?done=wallet-linked#wallets-section') },
  })
})
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

const link = async (userAgent: UserAgent, account: TestWallet) =>
  linkWallet(userAgent, await confirmIdentity(system, userAgent), account)

/** A user agent on the sign-in page, and a text for its wallet to sign. */
async function challenged(account = wallet.address, userAgent = createUserAgent()) {
  const page = await userAgent.get(address('/sign-in'))
  const asked = { address: account, chainId: 1 }
  const response = await userAgent.call(page, '/sign-in/wallet/challenge', asked)
  expect(response.status).toBe(200)
  const { message } = response.body as { message: string }
  const enter = (body: object) => userAgent.call(page, '/sign-in/wallet/verify', body)
  return { userAgent, page, message, enter }
}

const REFUSED = {
  status: 403,
  body: { message: 'This wallet cannot sign in to any account here.' },
}

test('a linked wallet signs in, and goes on to what the app asks (EIP-4361)', async () => {
  const app = await registerApp(system)
  const userAgent = createUserAgent()
  const page = await userAgent.open(authorizeUrl(system, app, { prompt: 'login' }))
  const asked = { address: wallet.address, chainId: 1 }
  const { body } = await userAgent.call(page, '/sign-in/wallet/challenge', asked)
  const { message } = body as { message: string }
  expect(message).toContain('wants you to sign in with your Ethereum account')
  const { csrf } = formOf(page, '/sign-in').hidden
  const { search } = new URL(page.url)
  const cookie = [...userAgent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const entered = await system.fetch(address(`/sign-in/wallet/verify${search}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: system.address('identity') },
    body: JSON.stringify({ csrf, message, signature: wallet.sign(message) }),
  })
  const [session = ''] = entered.headers.getSetCookie()
  userAgent.cookies.set('ecosystem_session', /=([\w-]+);/.exec(session)![1]!)
  const consent = await userAgent.open((entered.body as { location: string }).location)
  expect(consent.body).toContain('@ada')
  const allowed = await userAgent.submit(consent, '/consent', { decision: 'allow' })
  expect(redirected(allowed)).toHaveProperty('code')
})

test('a signature is valid only in the browser that asked (EIP-4361; session fixation)', async () => {
  const { message } = await challenged()
  const another = await challenged()
  const signed = { message, signature: wallet.sign(message) }
  expect(await another.enter(signed)).toMatchObject(REFUSED)
})

test('Every fault of a signature gets the same response, and signs in nobody (OWASP Authentication)', async () => {
  const stranger = newWallet()
  const cases: [string, TestWallet, (message: string) => object][] = [
    ['not linked', stranger, (message) => ({ message, signature: stranger.sign(message) })],
    ['another key', wallet, (message) => ({ message, signature: stranger.sign(message) })],
    ['another text', wallet, (message) => ({ message, signature: wallet.sign(`${message} `) })],
    [
      'a text of one’s own',
      wallet,
      (message) => ({ message: `${message} `, signature: wallet.sign(`${message} `) }),
    ],
    ['a high s', wallet, (message) => ({ message, signature: highS(wallet.sign(message)) })],
  ]
  for (const [name, { address: account }, signed] of cases) {
    const { message, enter } = await challenged(account)
    const response = await enter(signed(message))
    expect(response, name).toMatchObject(REFUSED)
    expect(response.headers.getSetCookie(), name).toEqual([])
  }
})

test('a wallet that is unlinked before the second factor does not sign in (attack)', async () => {
  const iris = await joinWithPassword(system, 'iris')
  const own = await signedInUserAgent(system, iris)
  const lost = newWallet()
  await link(own, lost)
  const app = await setUpTotp(system, own)
  const { enter, message, userAgent } = await challenged(lost.address)
  await enter({ message, signature: lost.sign(message) })
  const page = await userAgent.get(address('/sign-in/second-factor'))
  const wallets = db().selectFrom('wallets').select('id').where('identityId', '=', iris.id)
  const { id } = await wallets.executeTakeFirstOrThrow()
  await changeAccount(system, own, '/account/wallets/unlink', { id })
  expect(await wallets.execute()).toEqual([])
  const { location } = await postCode(userAgent, page, app.code(1))
  expect(location).toBe(address('/sign-in'))
})

test('a wallet of somebody who is disabled does not sign in (RFC 9700 4.14)', async () => {
  const mallory = await joinWithPassword(system, 'mallory')
  const theirs = newWallet()
  await link(await signedInUserAgent(system, mallory), theirs)
  await disableIdentity(asCommand(db()), mallory.id)
  const { message, enter } = await challenged(theirs.address)
  expect(await enter({ message, signature: theirs.sign(message) })).toMatchObject(REFUSED)
})

test('a wallet that an app linked is no sign-in method until its owner links it as well (decision 0013)', async () => {
  const grete = await joinWithPassword(system, 'grete')
  const theirs = newWallet()
  const token = await grete.token({ scope: 'identity wallet' })
  const send = (path: string, body: object) =>
    system.fetch(address(path), {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const asked = await send('/api/wallets/challenge', { address: theirs.address })
  const { message } = asked.body.data as { message: string }
  const linked = await send('/api/wallets/link', { message, signature: theirs.sign(message) })
  expect(linked.status).toBe(201)
  const byApp = await challenged(theirs.address)
  expect(await byApp.enter(signedBy(theirs, byApp.message))).toMatchObject(REFUSED)
  const owner = await signedInUserAgent(system, grete)
  const page = await owner.open(address('/account/security'))
  expect(page.body).toContain('An app linked it.')
  expect((await link(owner, theirs)).status).toBe(200)
  const byOwner = await challenged(theirs.address)
  expect((await byOwner.enter(signedBy(theirs, byOwner.message))).status).toBe(200)
  expect((await owner.open(address('/account/security'))).body).not.toContain('An app linked it.')
})

const signedBy = ({ sign }: TestWallet, message: string) => ({ message, signature: sign(message) })

test('a wallet of somebody else is not linked (decision 0013)', async () => {
  const grace = await signedInUserAgent(system, await joinWithPassword(system, 'grace'))
  const response = await link(grace, wallet)
  const message = `${wallet.address} is linked to somebody else.`
  expect(response).toMatchObject({ status: 400, body: { message } })
  const owners = await db().selectFrom('wallets').select('identityId').execute()
  expect(owners.filter(({ identityId }) => identityId === ada.id)).toHaveLength(1)
})

test.each([
  {},
  { address: 5, chainId: 1 },
  { address: '0x1', chainId: 1 },
  { address: `0x${'g'.repeat(40)}`, chainId: 1 },
  { address: newWallet().address, chainId: 'x' },
  { address: newWallet().address, chainId: -1 },
  { address: { $ne: '' }, chainId: 1 },
])('a wallet %j gets a response that says what is wrong (robustness)', async (body) => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const response = await userAgent.call(page, '/sign-in/wallet/challenge', body)
  expect(response).toMatchObject({ status: 400, body: { message: expect.any(String) as string } })
})

test('21 · the sign-in methods share the throttle of the address, and say when to try again (NIST SP 800-63B 3.2.2)', async () => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const from = { 'x-forwarded-for': '203.0.113.9' }
  const methods = ['/sign-in/passkey/verify', '/sign-in/wallet/verify']
  const asked = { message: 'x', signature: '0x' }
  const responses = await inRounds(110, (index) =>
    userAgent.call(page, methods[index % 2]!, asked, from),
  )
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(100)
  const refused = responses.find(({ status }) => status === 429)!
  expect(refused.body).toEqual({ message: expect.stringContaining('Too many attempts') as string })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('21 · when all failures are used up, methods that cannot be guessed still sign in (decision 0013)', async () => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const from = { 'x-forwarded-for': '203.0.113.10' }
  const wrong = { message: 'x', signature: '0x' }
  await inRounds(101, () => userAgent.call(page, '/sign-in/wallet/verify', wrong, from))
  const signed = await signedChallenge(userAgent, page, '/sign-in/wallet', wallet, from)
  const response = await userAgent.call(page, '/sign-in/wallet/verify', signed, from)
  expect(response).toMatchObject({ status: 200, body: { location: address('/account') } })
})

test('a body that is no JSON object is refused, and is no internal error (robustness)', async () => {
  for (const body of ['', '[]', 'null', '"x"', '{', '{"csrf":', 'x'.repeat(200_000)]) {
    const response = await system.fetch(address('/sign-in/passkey/options'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([400, 403], body.slice(0, 10)).toContain(response.status)
    expect(response.body).toEqual({ message: expect.any(String) as string })
  }
})
