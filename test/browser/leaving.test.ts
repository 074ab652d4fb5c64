// Taking one's data and leaving, in a real browser, with scripts and without.
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import { enterAccount, sectionOf, startPages, type Pages } from '#test/pages.ts'

const COPY = 'A copy of your data'
const DELETION = 'Delete your account'

let pages: Pages
beforeAll(async () => {
  pages = await startPages()
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => pages.stop())

describe.each([true, false])('JavaScript: %s', (javaScriptEnabled) => {
  const open = () => pages.open({ javaScriptEnabled, acceptDownloads: true })
  const name = (start: string) => `${start}_${javaScriptEnabled ? 'with' : 'without'}`

  test('a copy of the data is asked for, and downloaded', async () => {
    const ada = await joinWithPassword(pages.system, name('ada'))
    const page = await open()
    await enterAccount(page, ada, '/account/data')
    await confirmed(page, () =>
      sectionOf(page, COPY).getByRole('button', { name: 'Ask for a copy' }).click(),
    )
    await sectionOf(page, COPY).getByText('Your data is being collected.').waitFor()
    const download = await vi.waitFor(
      async () => {
        await page.goto('/account/data')
        const link = sectionOf(page, COPY).getByRole('link', { name: 'Download your data' })
        if ((await link.count()) === 0) throw new Error('It is not ready.')
        const [started] = await Promise.all([page.waitForEvent('download'), link.click()])
        return started
      },
      { timeout: 30_000, interval: 500 },
    )
    expect(download.suggestedFilename()).toContain(ada.username)
    const files = unzipSync(await readFile(await download.path()))
    const profile = JSON.parse(strFromU8(files['identity/profile.json']!)) as { id: string }[]
    expect(profile[0]?.id).toBe(ada.id)
  })

  test('an account is deleted, and kept after all', async () => {
    const grace = await joinWithPassword(pages.system, name('grace'))
    const page = await open()
    await enterAccount(page, grace, '/account/data')
    const section = sectionOf(page, DELETION)
    const ask = async () => {
      await section.getByLabel('Keep them, without your name').check()
      await section.getByLabel('Your username, to be sure').fill(grace.username)
      await section.getByRole('button', { name: 'Delete my account' }).click()
    }
    await confirmed(page, ask)
    await section.getByText('Your account will be deleted on').waitFor()
    await page.goto('/account')
    await page.getByRole('link', { name: 'Keep it' }).click()
    await section.getByRole('button', { name: 'Keep my account' }).click()
    await section.getByText('Your account stays.').waitFor()
  })
})

/** Does it, and again where the page asks to confirm first who it is. */
async function confirmed(page: Page, act: () => Promise<void>): Promise<void> {
  await act()
  await page.waitForURL(/account\/confirm|done=/)
  if (!page.url().includes('/account/confirm')) return
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(/\/account\/data/)
  await act()
}
