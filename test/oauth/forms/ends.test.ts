// Where the pages lead on to on which nothing more can be done.
import { expect, test } from 'vitest'
import { askConsent, registerApp } from '#test/oauth.ts'
import type { Page } from '#test/user-agent.ts'
import { formsSystem } from './story.ts'

const { system, address, db, app, settled, settledOnce } = formsSystem()

const PUSHED = 'urn:ietf:params:oauth:request_uri:'

/** The target of the page's button. */
function wayOn({ body, url }: Page): string {
  const href = /<a class="button" href="([^"]+)"/.exec(String(body))?.[1]
  expect(href, url).toBeDefined()
  return new URL(href!.replaceAll('&amp;', '&'), url).href
}

/** Final pages and the targets of their links, with a method, a URL, and form fields. */
const ENDS = [
  ['GET', '/consent', '/account'],
  ['GET', '/sign-in?client_id=a&client_id=b', '/account'],
  ['GET', '/api/oauth/authorize', '/account'],
  ['GET', '/api/oauth/authorize?client_id=nobody', '/account'],
  ['GET', '/sign-in?client_id=nobody', '/account'],
  ['POST', '/consent?client_id=nobody', '/account'],
  ['GET', '/sign-out?client_id=nobody&post_logout_redirect_uri=x', '/account'],
  ['GET', '/email/verify', '/account/security'],
  ['GET', '/email/verify?token=used', '/account/security'],
  ['POST', '/email/verify', '/account/security'],
  ['GET', '/recover/password?token=used', '/recover'],
  ['POST', '/recover/password', '/recover'],
  ['GET', '/not-me?token=used', '/sign-in'],
  ['POST', '/not-me', '/sign-in'],
  ['GET', '/claim', '/sign-in'],
  ['POST', '/claim?token=used', '/sign-in'],
  ['POST', '/claim/open?token=used', '/sign-in'],
  ['POST', '/claim/dispute?token=used', '/sign-in'],
  ['GET', '/claim/ended', '/sign-in'],
  ['GET', '/account/export/download', '/account/data'],
  ['GET', '/sign-up/recovery-codes', '/account/security'],
  ['POST', '/sign-up/recovery-codes', '/account/security'],
  ['POST', '/account/passkeys/remove', '/account/security'],
  ['POST', '/account/wallets/unlink', '/account/security'],
  ['POST', '/account/email/remove', '/account/security'],
  ['POST', '/account/sessions/end', '/account/devices'],
  ['POST', '/account/apps/disconnect', '/account/devices'],
] as const

test.each(ENDS)(
  'the page at the end of %s %s leads on to %s (usability)',
  async (method, path, to) => {
    const { browser, csrf } = await settledOnce()
    const end =
      method === 'GET'
        ? await browser.get(address(path))
        : await browser.post(address(path), { csrf, id: 'gone', token: 'used' })
    // Something that no longer exists may count as removed.
    if (end.location) expect(end.status).toBe(303)
    const next = end.location ?? wayOn(end)
    expect(new URL(next).pathname).toBe(to)
    const opened = await browser.open(next)
    expect(opened.status).toBe(200)
    expect(end.body).not.toMatch(/does not exist\.|This was not allowed/)
  },
)

test('A form of an app that is disabled meanwhile, or whose request is used up, leads on (usability)', async () => {
  const { browser, person } = await settled()
  const asking = await registerApp(system)
  const page = await askConsent(system, asking, person, {}, browser)
  await db()
    .updateTable('clients')
    .set({ disabledAt: new Date() })
    .where('id', '=', asking.id)
    .execute()
  const over = await browser.submit(page, '/consent', { decision: 'allow' })
  expect(over.status).toBe(400)
  expect(over.body).toContain('Go back to where you came from')
  expect(await browser.open(wayOn(over))).toMatchObject({ status: 200, url: address('/account') })
  const query = new URLSearchParams({ client_id: app.id, request_uri: `${PUSHED}used` })
  const expired = await browser.get(address(`/api/oauth/authorize?${query}`))
  expect(expired.body).toContain('does not work or has expired')
  expect(await browser.open(wayOn(expired))).toMatchObject({ status: 200 })
})

test('The page of a form in which nobody is signed in any more leads to signing in (usability)', async () => {
  const { browser, csrf, person } = await settled()
  const session = db().deleteFrom('sessions').where('identityId', '=', person.id)
  await session.execute()
  const asked = await browser.get(address('/account/devices'))
  expect(asked.location).toBe(address('/sign-in?to=%2Faccount%2Fdevices'))
  const refused = await browser.post(address('/account/sessions/end-all'), { csrf })
  expect(refused.status).toBe(403)
  expect((await browser.open(wayOn(refused))).body).toContain('<h1>Sign in</h1>')
})
