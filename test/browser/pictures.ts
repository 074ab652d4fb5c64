// Takes the pictures of the README: the app and the explorer, with demo data, as Grace sees them.
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowserWithWebGL } from '#test/browser.ts'
import { signInAs } from './support/developer-page.ts'
import { startExample, type ExampleApp } from './support/example-app.ts'
import { signIn } from '#test/pages.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { DEMO_PASSWORD } from '../../subgraphs/identity/demo.ts'

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const WIDTH = 1280
const VIEW = { width: WIDTH, height: 800 }
const HIGH = { width: WIDTH, height: 960 }
/** For screens with little on them. */
const LOW = { width: WIDTH, height: 680 }
const MAX_BYTES = 150 * 1024

/** The first query of the README, to which Identity, Path, Market and Governance respond. */
const [, QUERY = ''] = /^```graphql\n([^]*?)^```$/m.exec(readFileSync('README.md', 'utf8'))!

let system: TestSystem
let app: ExampleApp
let browser: Browser
let page: Page

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true })
  system = await startTestSystem({ settings: { DEMO: '1' } })
  app = await startExample(system)
  browser = await startBrowserWithWebGL()
  page = await browser.newPage({ viewport: VIEW, reducedMotion: 'reduce' })
  await page.goto(app.url)
  await signIn(page, { username: 'grace' }, DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.locator('main#main').waitFor()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
  await system.stop()
})

test.each([
  ['home', '/'],
  ['quests', '/quests'],
])('%s', async (name, path) => {
  await open(path)
  await take(name)
})

test('home, dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/')
  await take('home-dark')
  await page.emulateMedia({ colorScheme: 'light' })
})

test('a proposal', async () => {
  await open('/proposals')
  await page.getByRole('link', { name: 'A Bridge to the Tide' }).click()
  await page.getByRole('heading', { name: 'A Bridge to the Tide' }).waitFor()
  await settled()
  await page.setViewportSize(LOW)
  await take('proposal')
})

test('the market, with a listing open', async () => {
  await open('/market')
  await page.getByRole('link', { name: 'Brass Astrolabe' }).click()
  await page.getByRole('button', { name: /^Buy/ }).waitFor()
  await settled()
  await page.setViewportSize(LOW)
  await take('market')
})

test('a realm', async () => {
  await page.setViewportSize(HIGH)
  await open('/realm')
  await page.locator('.realm-label').first().waitFor()
  await take('realm')
})

test('one query over four services, in the explorer', async () => {
  const explorer = await browser.newPage({ viewport: HIGH })
  const router = system.address('router')
  await explorer.goto(`${router}/`)
  await signInAs(explorer, 'grace')
  await explorer.goto(`${router}/?${new URLSearchParams({ query: QUERY })}`)
  await explorer.getByRole('tab', { name: 'FourServices', selected: true }).waitFor()
  await explorer.getByLabel('Execute query').click()
  await explorer.locator('.result-window').getByText('noVotes').first().waitFor()
  await take('query', explorer)
})

async function open(path: string): Promise<void> {
  await page.goto(app.url + path)
  await settled()
}

/** The screen has its data. */
async function settled(): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.locator('[aria-busy=true], .skeleton').waitFor({ state: 'detached' })
}

/** Takes what the window shows. PNG would make a scene in 3D too large. */
async function take(name: string, shown = page): Promise<void> {
  const file = name === 'realm' ? 'realm.jpg' : `${name}.png`
  const picture = await shown.screenshot({ path: FOLDER + file })
  expect(picture.length).toBeLessThan(MAX_BYTES)
}
