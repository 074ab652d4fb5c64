// Which forms the pages accept: checks 17 and 18.
import { beforeAll, expect, test } from 'vitest'
import {
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { createUserAgent, formOf, type UserAgent } from '#test/user-agent.ts'
import { expectPage } from '../support/page-headers.ts'
import { FORMS, formsSystem, SCRIPTS, type SentForm } from './story.ts'

const { system, address, db, ada, app, hers, sendTo } = formsSystem()

/** A browser in which another person is signed in. */
let his: UserAgent
beforeAll(async () => {
  his = await signedInUserAgent(system, await joinWithPassword(system, 'alan'))
})

async function counted(table: 'grants' | 'sessions' | 'identities'): Promise<number> {
  const { count } = await db()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test.each([...FORMS, ...SCRIPTS])(
  '17 · %s refuses requests of other sites, and those without its CSRF token (RFC 6819 4.4.1.8)',
  async (path) => {
    const { csrf } = formOf(await hers.get(address('/account')), '/sign-out').hidden
    const before = [await counted('sessions'), await counted('grants'), await counted('identities')]
    const ours = system.address('identity')
    for (const sending of [
      { csrf, headers: { origin: 'https://evil.example' } },
      { csrf, headers: { origin: `${ours}.evil.example` } },
      { csrf, headers: { origin: ours.replace('http:', 'https:') } },
      { csrf, headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
      { csrf, headers: { origin: ours, 'sec-fetch-site': 'cross-site' } },
      { csrf, headers: { 'sec-fetch-site': 'same-site' } },
      {},
      { csrf: '' },
      { csrf: `${csrf!.slice(1)}A` },
      { csrf: 'A'.repeat(43), headers: { origin: ours, 'sec-fetch-site': 'same-origin' } },
    ] as SentForm[]) {
      const response = await sendTo(hers, path, sending)
      // An app may post its request to sign somebody out from its own site; that leads to the question.
      const asks = path === '/sign-out' && !sending.csrf
      expect(response.status, JSON.stringify(sending)).toBe(asks ? 303 : 403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('location')).toBe(asks ? address('/sign-out') : null)
      const isScript = SCRIPTS.includes(path)
      if (isScript) expect(response.body).toEqual({ message: expect.any(String) as string })
    }
    const after = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect(after).toEqual(before)
    expect((await hers.get(address('/account'))).body).toContain('@ada')
  },
)

test.each([['a', 'list'], 5, null, { a: 'b' }])(
  '17 · a CSRF token that is no text (%j) is refused (RFC 6819 4.4.1.8)',
  async (csrf) => {
    const response = await system.fetch(address('/sign-in/passkey/options'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrf }),
    })
    expect(response.status).toBe(403)
  },
)

test('17 · the same forms work from our own pages, as browsers send them (RFC 6819 4.4.1.8)', async () => {
  for (const headers of [
    { origin: system.address('identity'), 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'none' },
    {},
  ]) {
    const userAgent = createUserAgent()
    const page = await userAgent.get(address('/sign-in'))
    const { hidden } = formOf(page, '/sign-in')
    const fields = { ...hidden, username: 'ada', password: PASSWORD }
    expect((await userAgent.post(page.url, fields, headers as Record<string, string>)).status).toBe(
      303,
    )
  }
})

test('18 · what was begun in one browser is not finished in another (RFC 9700 4.7)', async () => {
  const [begun, another] = [createUserAgent(), createUserAgent()]
  const signIn = await begun.open(authorizeUrl(system, app))
  await another.get(address('/sign-in'))
  const { action, hidden } = formOf(signIn, '/sign-in')
  const fields = { ...hidden, username: 'ada', password: PASSWORD }
  const before = await counted('sessions')
  expectPage(await another.post(new URL(action, signIn.url).href, fields), 403)
  expectPage(await createUserAgent().post(new URL(action, signIn.url).href, fields), 403)
  expect(await counted('sessions')).toBe(before)
  expect([...another.cookies.keys()]).toEqual(['ecosystem_browser'])
})

test.each([...FORMS, ...SCRIPTS])(
  '18 · the form %s made for one browser is refused in that of somebody else (RFC 6819 4.4.1.8)',
  async (path) => {
    const { csrf } = formOf(await hers.get(address('/account')), '/sign-out').hidden
    const before = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect((await sendTo(his, path, { csrf })).status).toBe(403)
    // Nor with only her session cookie, or only her browser cookie.
    for (const name of ['ecosystem_session', 'ecosystem_browser']) {
      const mixed = createUserAgent()
      for (const [each, value] of his.cookies) {
        if (!each.startsWith(name)) mixed.cookies.set(each, value)
      }
      for (const [each, value] of hers.cookies) {
        if (each.startsWith(name)) mixed.cookies.set(each, value)
      }
      expect((await sendTo(mixed, path, { csrf })).status, name).toBe(403)
    }
    const after = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect(after).toEqual(before)
  },
)

test('18 · no form outlives the sign-in it was made for (RFC 6819 4.4.1.8)', async () => {
  const browser = createUserAgent()
  const before = await browser.get(address('/sign-in'))
  await signInOn(browser, before, ada)
  const account = await browser.get(address('/account'))
  const stale = formOf(before, '/sign-in').hidden.csrf
  expect((await sendTo(browser, '/account/sessions/end-all', { csrf: stale })).status).toBe(403)
  await browser.submit(account, '/sign-out')
  await signInOn(browser, await browser.get(address('/sign-in')), ada)
  const { csrf } = formOf(account, '/sign-out').hidden
  expect((await sendTo(browser, '/account/sessions/end-all', { csrf })).status).toBe(403)
})
