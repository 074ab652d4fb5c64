// Sign-ins, sign-in methods and apps on the account page: each form removes only what is its person’s.
import { expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import {
  allow,
  authorizeUrl,
  obtainTokens,
  PASSWORD,
  refresh,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { createUserAgent, formOf } from '#test/user-agent.ts'
import { inRounds } from '../support/in-rounds.ts'
import { accountPages, MINUTE } from './story.ts'

const { system, address, idsOf, newPerson, post, send, settled, wait } = accountPages()

test('A passkey and a wallet are removed, and nobody else’s (RFC 9700; access control)', async () => {
  const [hers, his] = [await settled(), await settled()]
  for (const [path, id, gone] of [
    ['/account/passkeys/remove', his.passkeyId, 'passkeys'],
    ['/account/wallets/unlink', his.walletId, 'wallets'],
  ] as const) {
    for (const wrong of [id, 'unknown', '']) {
      expect((await post(hers.browser, path, { id: wrong })).status, path).toBe(404)
    }
    expect(await idsOf(gone, his.person)).toEqual([id])
    expect(await idsOf(gone, hers.person)).toHaveLength(1)
    expect((await send(his.browser, path, { id })).status).toBe(200)
    expect(await idsOf(gone, his.person)).toEqual([])
    expect(await idsOf(gone, hers.person)).toHaveLength(1)
  }
})

test('Another sign-in is ended, or this one, and nobody else’s (access control)', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const [here, there] = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const stranger = await signedInUserAgent(system, other)
  const [strange] = await idsOf('sessions', other)
  await post(here, '/account/sessions/end', { id: strange! })
  await post(here, '/account/sessions/end', { id: newId('session') })
  expect((await stranger.get(address('/account'))).status).toBe(200)
  const page = await there.get(address('/account/devices'))
  const own = /This one.*?name="id" value="(\w+)"/s.exec(String(page.body))![1]!
  const elsewhere = await send(here, '/account/sessions/end', { id: own })
  expect(elsewhere.body).toContain('That sign-in has ended.')
  expect((await there.get(address('/account'))).status).toBe(303)
  const [last] = await idsOf('sessions', person)
  const ended = await send(here, '/account/sessions/end', { id: last! })
  expect(ended.url).toBe(address('/sign-in'))
  expect(here.cookies.has('ecosystem_session')).toBe(false)
})

test('Signing out everywhere ends all of one’s sign-ins and grants, and nobody else’s (access control)', async () => {
  const app = await registerApp(system)
  const [person, other] = [await newPerson(), await newPerson()]
  const [here, there] = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const stranger = await signedInUserAgent(system, other)
  const tokens = await obtainTokens(system, app, person, {}, there)
  const strange = await obtainTokens(system, app, other, {}, stranger)
  expect((await send(here, '/account/sessions/end-all')).url).toBe(address('/sign-in'))
  for (const [browser, status] of [
    [here, 303],
    [there, 303],
    [stranger, 200],
  ] as const) {
    expect((await browser.get(address('/account'))).status).toBe(status)
  }
  expect((await refresh(system, app, tokens.refresh_token)).status).toBe(400)
  expect((await refresh(system, app, strange.refresh_token)).status).toBe(200)
})

test('An app that is disconnected loses its grants and asks again; others and other people stay (access control)', async () => {
  const [app, another] = [await registerApp(system), await registerApp(system)]
  const [person, other] = [await newPerson(), await newPerson()]
  const browser = await signedInUserAgent(system, person)
  const tokens = await obtainTokens(system, app, person, {}, browser)
  const kept = [
    [another, await obtainTokens(system, another, person, {}, browser)],
    [app, await obtainTokens(system, app, other)],
  ] as const
  const stranger = await signedInUserAgent(system, await newPerson())
  await post(stranger, '/account/apps/disconnect', { id: another.id })
  const devices = await browser.get(address('/account/devices'))
  expect(devices.body).toContain('See and change your profile')
  await browser.submit(devices, '/account/apps/disconnect', { id: app.id })
  expect((await refresh(system, app, tokens.refresh_token)).status).toBe(400)
  expect((await browser.open(authorizeUrl(system, app))).url).toContain('/consent?')
  for (const [client, { refresh_token }] of kept) {
    expect((await refresh(system, client, refresh_token)).status).toBe(200)
  }
})

test('Of 105 changes 100 are checked, and signing out always is (throttle)', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const browser = await signedInUserAgent(system, person)
  const stranger = await signedInUserAgent(system, other)
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const pages = await inRounds(105, () =>
    browser.post(address('/account/username'), { csrf: csrf!, username: '!' }),
  )
  const refused = pages.filter(({ status }) => status === 429)
  expect([pages.filter(({ status }) => status === 400).length, refused.length]).toEqual([100, 5])
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const path of ['passkeys/remove', 'wallets/unlink', 'apps/disconnect']) {
    expect((await post(browser, `/account/${path}`, { id: 'x' })).status, path).toBe(429)
  }
  expect((await send(stranger, '/account/username', { username: '!' })).status).toBe(400)
  const ended = await send(browser, '/account/sessions/end-all')
  expect(ended.url).toBe(address('/sign-in'))
  wait(15 * MINUTE)
  const again = await signedInUserAgent(system, person)
  expect((await send(again, '/account/username', { username: '!' })).status).toBe(400)
})

test('Without a sign-in every form does nothing, and leads by the sign-in page back to its own (access control)', async () => {
  const app = await registerApp(system)
  const { person, passkeyId, walletId } = await settled()
  await allow(system, app, person)
  const [session] = await idsOf('sessions', person)
  const userAgent = createUserAgent()
  const { hidden } = formOf(await userAgent.get(address('/sign-in')), '/sign-in')
  const [signIn, security, devices] = [
    '/sign-in',
    '/sign-in?to=%2Faccount%2Fsecurity',
    '/sign-in?to=%2Faccount%2Fdevices',
  ]
  for (const [path, fields, to] of [
    ['/account/username', { username: 'nobody_1' }, signIn],
    ['/account/password', { currentPassword: PASSWORD, newPassword: 'x'.repeat(20) }, security],
    ['/account/passkeys/remove', { id: passkeyId }, security],
    ['/account/wallets/unlink', { id: walletId }, security],
    ['/account/totp', {}, security],
    ['/account/sessions/end', { id: session! }, devices],
    ['/account/sessions/end-all', {}, devices],
    ['/account/apps/disconnect', { id: app.id }, devices],
  ] as const) {
    const page = await userAgent.post(address(path), { ...hidden, ...fields })
    expect(page, path).toMatchObject({ status: 303, location: address(to) })
  }
  const left = [await idsOf('passkeys', person), await idsOf('wallets', person)]
  expect(left).toEqual([[passkeyId], [walletId]])
  expect(await idsOf('sessions', person)).toContain(session)
  expect((await userAgent.get(address('/account'))).location).toBe(address('/sign-in'))
})
