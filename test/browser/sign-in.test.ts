// Signing up, in and out, and passwords, in a real browser, with and without scripts.
import { afterEach, describe, expect, test } from 'vitest'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import { enterAccount, sectionOf, signIn, signOut, testPages } from '#test/pages.ts'

const NEW_PASSWORD = 'a bell above the water'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

describe.each([true, false])('JavaScript: %s', (javaScriptEnabled) => {
  const open = () => pages.open({ javaScriptEnabled })
  const name = (start: string) => `${start}_${javaScriptEnabled ? 'with' : 'without'}`

  test('somebody signs up, sees what to correct, and stands on their account', async () => {
    const taken = await joinWithPassword(pages.system, name('taken'))
    const page = await open()
    await page.goto('/account')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Username').fill(taken.username)
    await page.getByLabel('Display name').fill('Ada Lovelace')
    await page.getByLabel('Tide').check()
    await page.getByLabel('Archetype').selectOption('Keeper')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').getByRole('link').click()
    const username = page.getByLabel('Username')
    expect(await username.evaluate((input) => input.matches(':focus'))).toBe(true)
    expect(await page.getByLabel('Tide').isChecked()).toBe(true)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await username.fill(name('Ada'))
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
    expect(await page.locator('.profile').innerText()).toContain(`@${name('ada')}`)
  })

  test('a wrong password is reported, the right one leads in, and signing out leads out', async () => {
    const grace = await joinWithPassword(pages.system, name('grace'))
    const page = await open()
    await page.goto('/sign-in')
    await signIn(page, grace, 'not her password')
    const alert = await page.getByRole('alert').innerText()
    expect(alert).toBe('Wrong username or password.')
    expect(await page.title()).toBe('Error: Sign in · Ecosystem')
    expect(await page.getByLabel('Username').inputValue()).toBe(grace.username)
    await signIn(page, grace)
    await page.getByRole('heading', { level: 1, name: 'Grace' }).waitFor()
    await signOut(page)
    await page.goto('/account')
    expect(new URL(page.url()).pathname).toBe('/sign-in')
  })
})

test('a password is changed, which ends the other sign-ins', async () => {
  const joan = await joinWithPassword(pages.system, 'joan')
  const open = () => pages.open({ javaScriptEnabled: false })
  const [page, elsewhere] = [await open(), await open()]
  await enterAccount(page, joan, '/account/security')
  await enterAccount(elsewhere, joan)
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
  await signIn(elsewhere, joan, NEW_PASSWORD)
  await elsewhere.waitForURL('/account')
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
