// Exporting one's data and deleting one's account, in a real browser without scripts, because the pages need none.
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { joinWithPassword } from '#test/oauth.ts'
import { ageSignIns, confirmWithPassword, enterAccount, sectionOf, testPages } from '#test/pages.ts'
import { TIMEOUT } from '#test/process.ts'

const COPY = 'A copy of your data'
const DELETION = 'Delete your account'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

const open = () => pages.open({ javaScriptEnabled: false, acceptDownloads: true })

test('a copy of the data is requested, and downloaded', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const page = await open()
  await enterAccount(page, ada, '/account/data')
  await sectionOf(page, COPY).getByRole('button', { name: 'Ask for a copy' }).click()
  await sectionOf(page, COPY).getByText('Your data is being collected.').waitFor()
  const download = await vi.waitFor(
    async () => {
      await page.goto('/account/data')
      const link = sectionOf(page, COPY).getByRole('link', { name: 'Download your data' })
      if ((await link.count()) === 0) throw new Error('It is not ready.')
      const [started] = await Promise.all([page.waitForEvent('download'), link.click()])
      return started
    },
    { ...TIMEOUT, interval: 500 },
  )
  expect(download.suggestedFilename()).toContain(ada.username)
  const files = unzipSync(await readFile(await download.path()))
  const profile = JSON.parse(strFromU8(files['identity/profile.json']!)) as { id: string }[]
  expect(profile[0]?.id).toBe(ada.id)
})

test('an account is deleted, and kept after all', async () => {
  const grace = await joinWithPassword(pages.system, 'grace')
  const page = await open()
  await enterAccount(page, grace, '/account/data')
  const section = sectionOf(page, DELETION)
  const ask = async () => {
    await section.getByLabel('Keep them, without your name').check()
    await section.getByLabel('Your username, to be sure').fill(grace.username)
    await section.getByRole('button', { name: 'Delete my account' }).click()
  }
  await ageSignIns(pages.system, grace.username)
  await ask()
  await confirmWithPassword(page)
  await ask()
  await section.getByText('Your account will be deleted on').waitFor()
  await page.goto('/account')
  await page.getByRole('link', { name: 'Keep it' }).click()
  await section.getByRole('button', { name: 'Keep my account' }).click()
  await section.getByText('Your account stays.').waitFor()
})
