// Exporting one's data in a real browser without scripts, because the page needs none.
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { joinWithPassword } from '#test/oauth.ts'
import { enterAccount, sectionOf, testPages } from '#test/pages.ts'
import { TIMEOUT } from '#test/process.ts'

const COPY = 'A copy of your data'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

test('a copy of the data is requested, and downloaded', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const page = await pages.open({ javaScriptEnabled: false, acceptDownloads: true })
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
