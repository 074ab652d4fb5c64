// The account page in a real browser: each form, with and without scripts.
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { startApp } from '#test/loopback-app.ts'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import {
  ageSignIns,
  confirmWithPassword,
  enterAccount,
  proveFactors,
  sectionOf,
  signIn,
  testPages,
} from '#test/pages.ts'

const NEW_PASSWORD = 'a bell above the water'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

describe.each([true, false])('JavaScript: %s', (javaScriptEnabled) => {
  const open = () => pages.open({ javaScriptEnabled })
  const name = (start: string) => `${start}_${javaScriptEnabled ? 'with' : 'without'}`

  test('a profile is changed, unless its name passes for the system', async () => {
    const hedy = await joinWithPassword(pages.system, name('hedy'))
    const page = await open()
    await enterAccount(page, hedy)
    const section = sectionOf(page, 'Profile')
    await section.getByLabel('Display name').fill('Support')
    await section.getByLabel('Archetype').selectOption('Cipher')
    await section.getByLabel('About you').fill('I hop\nfrequencies.')
    await section.getByRole('button').click()
    await section.getByText('The display name is reserved.').waitFor()
    expect(page.url()).toMatch(/#profile-section$/)
    expect(await section.getByLabel('Archetype').inputValue()).toBe('Cipher')
    await section.getByLabel('Display name').fill('Hedy L.')
    await section.getByRole('button').click()
    await section.getByText('Your profile is changed.').waitFor()
    expect(await section.getByLabel('About you').inputValue()).toBe('I hop frequencies.')
    expect(await page.locator('.profile').innerText()).toMatch(/Hedy L.[^]*Cipher/)
  })

  test('a username is changed, unless it is taken', async () => {
    const [ada, taken] = [
      await joinWithPassword(pages.system, name('ada')),
      await joinWithPassword(pages.system, name('taken')),
    ]
    const page = await open()
    await enterAccount(page, ada)
    const section = sectionOf(page, 'Username')
    await section.getByLabel('Username').fill(taken.username)
    await section.getByRole('button').click()
    await section.getByText(`The username ${taken.username} is taken.`).waitFor()
    await section.getByLabel('Username').fill(name('countess'))
    await section.getByRole('button').click()
    await section.getByText('Your username is changed.').waitFor()
    expect(await page.locator('.profile').innerText()).toContain(`@${name('countess')}`)
  })

  test('a password is changed, which ends the other sign-ins', async () => {
    const grace = await joinWithPassword(pages.system, name('grace'))
    const [page, elsewhere] = [await open(), await open()]
    await enterAccount(page, grace, '/account/security')
    await enterAccount(elsewhere, grace)
    const section = sectionOf(page, 'Password')
    const change = async (current: string) => {
      await section.getByLabel('Current password').fill(current)
      await section.getByLabel('New password').fill(NEW_PASSWORD)
      await section.getByRole('button', { name: 'Change password' }).click()
    }
    await change('not her password')
    await section.getByText('That is not your current password.').waitFor()
    expect(await page.title()).toBe('Error: Sign-in and security · Ecosystem')
    expect(page.url()).toMatch(/#password-section$/)
    await change(PASSWORD)
    await section.getByText('Your new password is set').waitFor()
    await elsewhere.goto('/account')
    await signIn(elsewhere, grace, NEW_PASSWORD)
    await elsewhere.waitForURL('/account')
  })

  test('after confirming by the password, the account offers to add sign-in methods', async () => {
    const joan = await joinWithPassword(pages.system, name('joan'))
    const page = await open()
    await enterAccount(page, joan)
    await ageSignIns(pages.system, joan.username)
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Link a wallet' }).click()
    await page.getByLabel('Password').fill('not her password')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That is not your password.').waitFor()
    await confirmWithPassword(page)
    expect(page.url()).toMatch(/\/account\/security#wallets-section$/)
    expect(await sectionOf(page, 'Wallets').locator('form').count()).toBe(1)
  })

  test('a new password keeps the passkeys that are checked, and removes the others', async () => {
    const ken = await joinWithPassword(pages.system, name('ken'))
    const passkey = { identityId: ken.id, publicKey: Buffer.alloc(1), counter: 0, lastUsedAt: null }
    await pages.system
      .tables<IdentityTables>('identity')
      .insertInto('passkeys')
      .values(
        ['Kept', 'Lost'].map((label) => {
          return { ...passkey, id: name(label), name: label, createdAt: new Date() }
        }),
      )
      .execute()
    const page = await open()
    await enterAccount(page, ken)
    await proveFactors(pages.system, ken.username)
    await page.goto('/account/security')
    const section = sectionOf(page, 'Password')
    const lost = section.getByRole('checkbox', { name: 'Passkey Lost' })
    await lost.uncheck()
    const change = async (password: string) => {
      await section.getByLabel('New password').fill(password)
      await section.getByRole('button', { name: 'Change password' }).click()
    }
    await change('passwordpassword')
    await section.getByText('repeats itself').waitFor()
    expect(await lost.isChecked()).toBe(false)
    await change(NEW_PASSWORD)
    await section.getByText('Your new password is set').waitFor()
    const left = sectionOf(page, 'Passkeys').getByRole('listitem')
    expect(await left.allInnerTexts()).toEqual([expect.stringContaining('Kept')])
  })

  test('a sign-in elsewhere is ended, then all of them', async () => {
    const mary = await joinWithPassword(pages.system, name('mary'))
    const [page, elsewhere] = [await open(), await open()]
    await enterAccount(elsewhere, mary)
    await enterAccount(page, mary, '/account/devices')
    const section = sectionOf(page, 'Sign-ins')
    const others = section.getByRole('listitem').filter({ hasNotText: 'This one' })
    await others.getByRole('button', { name: 'Sign out' }).click()
    await section.getByText('That sign-in has ended.').waitFor()
    expect(await section.getByRole('listitem').count()).toBe(1)
    await elsewhere.reload()
    expect(new URL(elsewhere.url()).pathname).toBe('/sign-in')
    await section.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('/sign-in')
  })

  test('an app is disconnected, and its token is soon refused', async () => {
    const linus = await joinWithPassword(pages.system, name('linus'))
    const app = await startApp(pages.system)
    // Not earlier: the browser requests more than the page from the app.
    onTestFinished(() => app.stop())
    const page = await open()
    await enterAccount(page, linus)
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Welcome to Harbour').waitFor()
    const use = async () => {
      const token = app.tokens?.access_token
      return (await pages.system.graphql('{ __typename }', { token })).status
    }
    expect(await use()).toBe(200)
    await page.goto('/account/devices')
    const section = sectionOf(page, 'Connected apps')
    expect(await section.innerText()).toContain('See and change your profile')
    await section.getByRole('button', { name: 'Disconnect Harbour' }).click()
    await section.getByText('You have allowed no app.').waitFor()
    await expect.poll(use, { interval: 200 }).toBe(401)
  })
})

test('a password can be shown, and is judged while it is typed as the form judges it', async () => {
  const page = await pages.open()
  await page.goto('/sign-up')
  const password = page.getByLabel('Password')
  await page.getByLabel('Username').fill('florence')
  await password.pressSequentially('short')
  await page.getByText('5 of 12 characters').waitFor()
  await password.fill('passwordpassword')
  await page.getByText('It repeats itself, which is too easy to guess').waitFor()
  await password.fill('florence and a lamp')
  await page.getByText('It must not hold the username.').waitFor()
  await password.fill('a lamp above the slack water')
  await page.getByText('Hard to guess.').waitFor()
  await page.getByRole('button', { name: 'Show' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide' }).click()
  expect(await password.getAttribute('type')).toBe('password')
})
