// Where a form leads that is out of date, or was sent too often or too late.
import { expect, test } from 'vitest'
import { authorizeUrl, PASSWORD, signInOn, useUpAttempts } from '#test/oauth.ts'
import { createUserAgent, formOf, linkOf } from '#test/user-agent.ts'
import { FORMS, formsSystem } from './story.ts'

const { system, address, db, ada, app, hers, sendTo, settled, settledOnce } = formsSystem()

const AGAIN = 'Open the page again'

/** The page of the form. */
function pageOf(path: string): string {
  if (!path.startsWith('/account')) return `/${path.split('/')[1]}`
  if (path === '/account/confirm') return path
  if (/profile|username/.test(path)) return '/account'
  if (/export|deletion/.test(path)) return '/account/data'
  return /sessions|apps/.test(path) ? '/account/devices' : '/account/security'
}

test.each(FORMS)('the form %s that is out of date leads to its page (usability)', async (path) => {
  const { browser } = await settledOnce()
  const refused = await sendTo(browser, path, { csrf: 'x' })
  expect(refused.status).toBe(403)
  expect(refused.body).not.toContain('eload')
  const page = await browser.open(linkOf(refused, AGAIN))
  const { pathname, search } = new URL(page.url)
  expect(pathname).toBe(pageOf(path))
  expect(search).toBe(path.startsWith('/consent') ? new URL(refused.url).search : '')
  expect(page.status).toBe(200)
  // The rejected form works from there.
  const isGroup = path.startsWith('/account') && path !== '/account/confirm'
  formOf(page, isGroup ? '/sign-out' : path)
})

test('A script that is refused says to reload the page, which stays open (usability)', async () => {
  const refused = await sendTo(hers, '/account/passkeys/options', { csrf: 'x' })
  const message = 'This form is out of date. Reload the page and try again.'
  expect(refused.body).toEqual({ message })
})

test('Whoever tries too often, or removes what is gone, is led to the page (usability)', async () => {
  const userAgent = createUserAgent()
  const asked = await userAgent.open(authorizeUrl(system, app))
  await useUpAttempts(system, 'hopper')
  const refused = await signInOn(userAgent, asked, { username: 'hopper' })
  expect(refused.status).toBe(429)
  const again = await userAgent.open(linkOf(refused, AGAIN))
  expect(again).toMatchObject({ status: 200, url: asked.url })
  expect(again.body).toContain('to continue to <strong>Harbour</strong>')
  const { browser, csrf } = await settled()
  const gone = await browser.post(address('/account/passkeys/remove'), { csrf, id: 'gone' })
  expect(gone.status).toBe(404)
  expect(await browser.open(linkOf(gone, AGAIN))).toMatchObject({
    status: 200,
    url: address('/account/security'),
  })
})

test('Somebody who signed in long ago is led to confirm, and to sign in again once the session has ended (usability)', async () => {
  const { browser, csrf } = await settled()
  const remove = () => browser.post(address('/account/passkeys/remove'), { csrf, id: 'x' })
  system.clock.now = new Date(Date.now() + 2 * 3_600_000)
  const late = await remove()
  const confirm = await browser.open(late.location!)
  const account = await browser.submit(confirm, '/account/confirm', { password: PASSWORD })
  expect(account.url).toBe(address('/account/security#passkeys-section'))
  system.clock.now = new Date(Date.now() + 31 * 86_400_000)
  const over = await remove()
  expect(over.status).toBe(403)
  const page = await browser.open(linkOf(over, AGAIN))
  const signIn = address('/sign-in?to=%2Faccount%2Fsecurity')
  expect(page).toMatchObject({ status: 200, url: signIn })
})

/** The header of browsers for a form that is sent from our own page. */
const SENT_HERE = { 'sec-fetch-site': 'same-origin' }

/** Input of forms, except passwords and codes, and what of it is shown again. */
const TYPED = [
  ['/sign-in', { username: 'ada' }],
  ['/sign-up', { username: 'ada', displayName: 'Ada L.', house: 'Tide', archetype: 'Cipher' }],
  ['/recover', { username: 'ada' }],
  ['/recover/code', { username: 'ada' }],
  ['/device', { user_code: 'BCDF-BCDF' }],
  ['/account/profile', { displayName: 'Ada L.', archetype: 'Cipher', bio: 'I count & count.' }],
  ['/account/username', { username: 'countess' }],
  ['/account/email', { email: 'ada@mail.example' }],
] as const

test.each(TYPED)(
  'the form %s of an earlier sign-in is shown again with what was typed, but no password (usability)',
  async (path, typed) => {
    const { browser, person } = await settledOnce()
    const secrets = {
      password: 'a secret word',
      newPassword: 'a secret word',
      code: 'a secret word',
    }
    const before = await db().selectFrom('auditEvents').select('id').execute()
    const shown = await browser.post(address(path), { csrf: 'x', ...secrets, ...typed }, SENT_HERE)
    expect(shown.status).toBe(403)
    for (const value of Object.values(typed)) {
      expect(shown.body).toContain(value.replaceAll('&', '&amp;'))
    }
    expect(shown.body).not.toContain('a secret word')
    expect(shown.body).toContain('role="alert"')
    expect(shown.body).toContain(`@${person.username}`)
    // The form belongs to this sign-in and can be sent.
    expect(formOf(shown, path).hidden.csrf).toBe(
      formOf(await browser.get(address('/account')), '/sign-out').hidden.csrf,
    )
    expect(await db().selectFrom('auditEvents').select('id').execute()).toHaveLength(before.length)
  },
)

test('What another site sends is not shown as if it had been typed (attack)', async () => {
  const { browser } = await settledOnce()
  const fields = { csrf: 'x', displayName: 'Mallory', archetype: 'Cipher', bio: 'Mallory' }
  for (const headers of [
    {},
    { origin: 'null' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: system.address('identity') },
    { 'sec-fetch-site': 'same-site' },
    { ...SENT_HERE, origin: 'https://evil.example' },
  ]) {
    const refused = await browser.post(address('/account/profile'), fields, headers)
    expect(refused.status).toBe(403)
    expect(refused.body).not.toContain('Mallory')
  }
})

test('A sign-in form left open while somebody signs in elsewhere offers to go on as them (usability)', async () => {
  const browser = createUserAgent(SENT_HERE)
  const [first, second] = [
    await browser.open(authorizeUrl(system, app)),
    await browser.open(authorizeUrl(system, app, { state: 'second' })),
  ]
  await signInOn(browser, first, ada)
  const stale = await browser.submit(second, '/sign-in', { username: 'ada', password: PASSWORD })
  expect(stale.status).toBe(403)
  const consent = await browser.open(linkOf(stale, 'Continue as @ada'))
  expect(new URL(consent.url)).toMatchObject({ pathname: '/consent' })
  expect(new URL(consent.url).searchParams.get('state')).toBe('second')
})
