// Signing up, in and out in a real browser, with and without scripts.
import { afterEach, describe, expect, test } from 'vitest'
import { joinWithPassword, PASSWORD, useUpAttempts } from '#test/oauth.ts'
import { enterAccount, signIn, signOut, testPages } from '#test/pages.ts'

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

test('too many attempts are refused, and the page says how long to wait', async () => {
  const linus = await joinWithPassword(pages.system, 'linus')
  const page = await pages.open()
  await page.goto('/sign-in')
  await useUpAttempts(pages.system, linus.username)
  await signIn(page, linus)
  await page.getByText('Too many attempts. Try again in 15 minutes.').waitFor()
})

test('a form of another sign-in is out of date', async () => {
  const mary = await joinWithPassword(pages.system, 'mary')
  const page = await pages.open()
  await enterAccount(page, mary)
  const second = await page.context().newPage()
  await enterAccount(second, mary)
  await page.getByRole('button', { name: 'Change username' }).click()
  await page.getByText('This form is out of date').waitFor()
})

test('signing out by a link must be confirmed', async () => {
  const joan = await joinWithPassword(pages.system, 'joan')
  const page = await pages.open()
  await enterAccount(page, joan)
  await page.goto('/sign-out')
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username').waitFor()
})
