// The explorer in a real browser: it loads nothing from elsewhere, signs people in, and each of its initial tabs
// runs.
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import { closePages, startBrowser } from '#test/browser.ts'
import { signInAs, watchElsewhere } from './support/developer-page.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ settings: { DEMO: '1' } })
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => closePages(browser))

const WIDE = { width: 1280, height: 800 }
/** How the plan is shown. */
const LOOKS = [
  ['light', 1280, 'light'],
  ['dark', 1280, 'dark'],
  ['narrow', 375, 'light'],
] as const
const PHONE = { width: 375, height: 700 }

async function openExplorer(viewport = WIDE): Promise<Page> {
  const page = await browser.newPage({ viewport })
  const response = await page.goto(`${system.address('router')}/`)
  expect(response!.headers()).toMatchObject({ 'x-frame-options': 'DENY' })
  expect(response!.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await page.getByRole('tab').first().waitFor()
  return page
}

/** An explorer with saved tabs. GraphiQL saves them shortly after a change. */
async function leaveTabs(): Promise<Page> {
  const page = await openExplorer()
  await page.waitForFunction(() => localStorage.getItem('graphiql:tabState') !== null)
  return page
}

const play = (page: Page) => page.getByLabel('Execute query').click()

/** Opens a tab and runs it as soon as it is shown, before GraphiQL has parsed its document. */
async function openAndPlay(page: Page, name: string, start: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await page.waitForFunction((shown) => {
    if (!document.querySelector('.graphiql-query-editor')?.textContent.includes(shown)) return false
    document.querySelector<HTMLElement>('[aria-label^="Execute query"]')!.click()
    return true
  }, start)
}

/** The text of the query editor, with whitespace collapsed. */
const shownQuery = (page: Page) =>
  page.locator('.graphiql-query-editor .view-lines').innerText().then(words)

/** Runs the open tab and returns the response. */
async function responseOf(page: Page): Promise<string> {
  const responded = page.waitForResponse((response) => {
    const asked = response.request().postData() ?? ''
    return response.url().endsWith('/graphql') && !asked.includes('IntrospectionQuery')
  })
  await play(page)
  return (await responded).text()
}

const words = (text: string) => text.replace(/\s+/g, ' ').trim()

async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('the explorer runs the first query with the token that is put into its headers', async () => {
  const token = await (await system.join('ida')).token()
  const page = await browser.newPage({ viewport: WIDE })
  const elsewhere = watchElsewhere(page, system.address('router'))
  await page.goto(`${system.address('router')}/`)
  await page.getByRole('button', { name: 'Headers' }).click()
  await page.locator('[aria-label="Headers"] .graphiql-editor:not(.hidden)').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${token}` }))
  await play(page)
  await page.getByText('"displayName": "Ida"').first().waitFor()
  // The plan is drawn below instead.
  expect(await page.locator('.result-window').innerText()).not.toContain('extensions')
  await screenshot(page, 'explorer')
  expect(elsewhere).toEqual([])
})

test('the first query is open and runs, after signing in and after a reload', async () => {
  const page = await openExplorer()
  await signInAs(page, 'grace')
  await page.getByRole('tab', { name: 'Me', selected: true }).waitFor()
  expect(await responseOf(page)).toContain('Grace Hopper')
  await page.getByText('Grace Hopper').first().waitFor()
  await screenshot(page, 'explorer-signed-in')
  await page.reload()
  await page.getByRole('tab', { name: 'Me', selected: true }).waitFor()
  expect(await responseOf(page)).toContain('Grace Hopper')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByRole('tab', { name: 'Me', selected: true }).waitFor()
  expect(await responseOf(page)).toContain('INVALID_TOKEN')
})

test('each tab that the explorer opens with returns data, and no error', async () => {
  const page = await openExplorer()
  const names = ['Me', 'Dashboard', 'Completion', 'Vote', 'Purchase']
  expect((await page.getByRole('tab').allInnerTexts()).map(words)).toEqual([...names, 'Live'])
  await signInAs(page, 'grace')
  for (const name of names) {
    await page.getByRole('tab', { name }).click()
    const response = await responseOf(page)
    expect(JSON.parse(response), `${name}: ${response}`).toEqual({
      data: expect.any(Object),
      extensions: { plan: expect.any(Object) },
    })
  }
  await page.getByText('"goldBalance"').first().waitFor()
})

test('the subscription shows each vote, until it is stopped', async () => {
  const page = await openExplorer()
  await signInAs(page, 'grace')
  const requested = page.waitForRequest((request) => request.postData()?.includes('Live(') ?? false)
  await openAndPlay(page, 'Live', 'Live(')
  const shown = page.locator('.result-window')
  await shown.getByText('"cursor"').waitFor()
  const yesVotes = Number(/"yesVotes": (\d+)/.exec(words(await shown.innerText()))?.[1])
  await page
    .getByText(/^\d+ requests? in \d+ waves?, (known plan|new plan, made in .+ ms)$/)
    .waitFor()
  const { variables } = (await requested).postDataJSON() as { variables: object }
  const vote = `mutation ($openProposalId: ID!) {
    castVote(proposalId: $openProposalId, input: { vote: yes }) { vote }
  }`
  const token = await (await system.join('hedy')).token()
  const { body } = await system.graphql(vote, { token, variables })
  expect(body.errors).toBeUndefined()
  await shown.getByText(`"yesVotes": ${yesVotes + 1}`).waitFor()
  await screenshot(page, 'explorer-live')
  const ended = page.waitForEvent('requestfailed')
  await page.getByLabel('Stop query').click()
  await ended
  await page.getByLabel('Execute query').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await play(page)
  await shown.getByText('INVALID_TOKEN').waitFor()
})

test('the plan of the dashboard is drawn, with the operation of the request that has the focus', async () => {
  const page = await openExplorer()
  await signInAs(page, 'grace')
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  const plan = page.getByRole('region', { name: 'Query plan' })
  await plan.getByText('Run an operation to see its plan.').waitFor()
  expect(await responseOf(page)).toContain('"fetches"')
  await plan.getByText(/^\d+ requests in \d+ waves, (known plan|new plan, made in .+ ms)$/).click()
  const boxes = plan.getByRole('button')
  expect(await boxes.count()).toBeGreaterThan(3)
  await boxes.filter({ hasText: /^identityQuery$/ }).focus()
  await plan.getByRole('region', { name: 'Operation for identity' }).getByText('me {').waitFor()
  await page.keyboard.press('Tab')
  expect(await plan.locator('[aria-current]').innerText()).not.toBe('identity\nQuery')
  for (const [name, width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    // The editors adapt to a new width a moment later.
    const scrollWidth = () => page.evaluate<number>('document.documentElement.scrollWidth')
    await expect.poll(scrollWidth, { message: name }).toBe(width)
    await screenshot(page, `explorer-plan-${name}`)
    const { violations } = await new AxeBuilder({ page }).include('.plan').setLegacyMode().analyze()
    const found = violations.flatMap(({ help, nodes }) =>
      nodes.map(({ html }) => `${help}: ${html}`),
    )
    expect(found, name).toEqual([])
  }
})

test("a person's own tab survives a reload, and stays the one that is open", async () => {
  const page = await openExplorer()
  await page.getByRole('button', { name: 'New tab' }).click()
  await page.locator('.graphiql-query-editor').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('query Mine { quests(first: 1) { totalCount } }')
  await page.getByRole('tab', { name: 'Mine', selected: true }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('graphiql:tabState')?.includes('Mine'))
  await page.reload()
  await page.getByRole('tab', { name: 'Mine', selected: true }).waitFor()
  await expect.poll(() => shownQuery(page)).toContain('query Mine')
  expect(await page.getByRole('tab').count()).toBe(7)
})

test('an empty tab that was left open is not the one that opens', async () => {
  const page = await openExplorer()
  // Before the page's scripts, because the open page may save its tabs at any time.
  await page.addInitScript(() => {
    const tab = { id: 'a', hash: 'a', title: 'Old', query: 'query Old { __typename }' }
    const empty = { id: 'b', hash: 'b', title: '<untitled>', query: null }
    const rest = { variables: null, headers: null, operationName: null, response: null }
    const tabs = [tab, empty].map((one) => ({ ...one, ...rest }))
    localStorage.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: 1 }))
  })
  await page.reload()
  await page.getByRole('tab', { name: 'Old', selected: true }).waitFor()
  await expect.poll(() => shownQuery(page)).toContain('query Old')
})

test.each([
  ['for who comes the first time', (): Promise<Page> => browser.newPage({ viewport: WIDE })],
  ['beside the tabs that a person left', leaveTabs],
])('a link opens the query that it brings along, %s', async (_for, open) => {
  const page = await open()
  const query = 'query Linked { __typename }'
  await page.goto(`${system.address('router')}/?${new URLSearchParams({ query }).toString()}`)
  await page.getByRole('tab', { name: 'Linked', selected: true }).waitFor()
  await expect.poll(() => shownQuery(page)).toContain('query Linked')
  expect(new URL(page.url()).search).toBe('')
})

test('no parts of the explorer overlap on a phone', async () => {
  const page = await openExplorer(PHONE)
  const parts: Record<string, Locator> = {
    name: page.locator('.bar p'),
    link: page.getByRole('link', { name: 'REST' }),
    'sign in': page.getByRole('button', { name: 'Sign in' }),
    'first tab': page.getByRole('tab', { name: 'Me' }),
    'new tab': page.getByRole('button', { name: 'New tab' }),
    play: page.getByLabel('Execute query'),
    variables: page.getByRole('button', { name: 'Variables' }),
    answer: page.locator('.result-window'),
  }
  await parts.play!.waitFor()
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, ...(await part.boundingBox())! })),
  )
  for (const { name, x, y, width, height } of boxes) {
    expect(x, name).toBeGreaterThanOrEqual(0)
    expect(x + width, name).toBeLessThanOrEqual(PHONE.width)
    expect(y + height, name).toBeLessThanOrEqual(PHONE.height)
    const covered = boxes.filter(
      (other) =>
        other.name !== name &&
        x < other.x + other.width &&
        other.x < x + width &&
        y < other.y + other.height &&
        other.y < y + height,
    )
    expect(
      covered.map((other) => other.name),
      name,
    ).toEqual([])
  }
  expect(boxes.find(({ name }) => name === 'answer')!.width).toBeGreaterThan(250)
  // Playwright clicks only elements that nothing covers.
  for (const name of ['sign in', 'new tab', 'play', 'first tab']) {
    await parts[name]!.click({ trial: true })
  }
  await screenshot(page, 'explorer-phone')
})
