// Every page in every state is accessible (WCAG 2.2 AA), wide and narrow, light and dark. SCREENSHOTS=<folder> saves
// a picture of each.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { GALLERY } from './support/gallery/gallery.ts'
import { startApp, type LoopbackApp } from '#test/loopback-app.ts'
import { testPages } from '#test/pages.ts'

const pages = testPages()
let app: LoopbackApp
beforeAll(async () => {
  app = await startApp(pages.system, {
    scopes: ['openid', 'identity', 'credentials', 'wallet', 'admin'],
    deviceFlow: true,
  })
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => app.stop())

test.each(Object.entries(GALLERY))('%s', async (name, open) => {
  const page = await open({ pages, app })
  await expectAccessible(page, name)
  await page.context().close()
})
