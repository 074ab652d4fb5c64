// The example app by its keyboard, in narrow windows, and with texts that nobody expects.
import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addCourse, addOrganization, addProposal, addQuest, addScroll } from '#test/story.ts'
import type { LearnTables } from '../../subgraphs/learn/tables.ts'
import { examplePage, operationOf } from './support/example-page.ts'

const { pages, app, ada, page, open, link, button, intercept } = examplePage()

const MAX_SCRIPT_BYTES = 200 * 1024

test('An empty list without filters does not mention a search', async () => {
  await open('/proposals', 'Proposals')
  await page().getByText('Nobody has put anything to the vote yet.').waitFor()
  await page().getByLabel('Search').fill('grove')
  await page().getByText('No proposal is like that').waitFor()
})

describe('opened by its URL', () => {
  /** The screens that ask for nothing. */
  const WITHOUT_QUERY = new Set(['/scrolls/new', '/nowhere'])

  test('Every screen is one query and at most 200 KB of scripts, and is passed through by the keyboard', async () => {
    await page().goto(`${app.url}/auth/step-up?return_to=/admin/content`)
    await page().getByRole('button', { name: 'Allow' }).click()
    await page().getByRole('heading', { name: 'Content', level: 1 }).waitFor()
    for (const path of await addressOfEachScreen()) {
      const { queries, bytes } = await firstLoad(path)
      expect(queries, path).toHaveLength(WITHOUT_QUERY.has(path) ? 0 : 1)
      expect(bytes, path).toBeGreaterThan(50_000)
      expect(bytes, path).toBeLessThan(MAX_SCRIPT_BYTES)
      await tabThrough(path)
    }
  })

  async function addressOfEachScreen(): Promise<string[]> {
    const { system } = pages
    const [quest, course, proposal] = [addQuest(system), addCourse(system), addProposal(system)]
    const scroll = await addScroll(system, { authorId: ada.id, author: 'Ada' })
    const realm = await addRealm(system)
    await addPlace(system, { realmId: realm })
    const guild = await addOrganization(system)
    const asset = await addAsset(system, ada)
    return `
      / /quests /quests/${await quest}
      /courses /courses/${await course} /courses/${await course}/lessons/1
      /scrolls /scrolls/new /scrolls/${scroll} /scrolls/${scroll}/edit
      /proposals /proposals/new /proposals/${await proposal}
      /guilds /guilds/new /guilds/${guild} /guilds/${guild}/desk
      /market /market/assets /market/assets/${asset}/give /market/statement
      /realm/${realm}?view=plan /search /people /people/${ada.id} /settings
      /admin/content /nowhere`
      .trim()
      .split(/\s+/)
  }

  async function firstLoad(path: string): Promise<{ queries: string[]; bytes: number }> {
    const queries: string[] = []
    const note = (request: Request) => {
      const isStream = request.headers().accept?.includes('text/event-stream')
      const name = operationOf(request)
      if (name !== undefined && !isStream) queries.push(name)
    }
    page().on('request', note)
    await page().goto(app.url + path)
    await page().locator('header + .banner + main h1').waitFor()
    await page().locator('.skeleton').waitFor({ state: 'detached' })
    page().off('request', note)
    return { queries, bytes: await page().evaluate(SCRIPT_BYTES) }
  }

  /** Also of scripts that came from the cache. */
  const SCRIPT_BYTES = `performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

  /** Each element that the key reaches is seen to have the focus. */
  async function tabThrough(path: string): Promise<void> {
    const count = (await page().evaluate(
      `document.querySelectorAll(${FOCUSABLE}).length`,
    )) as number
    for (let pressed = 0; pressed < count; pressed += 1) {
      await page().keyboard.press('Tab')
      // When the focus leaves the page, its last element is active for a moment longer.
      await expect.poll(() => page().evaluate(FOCUS_FAULT), { message: path }).toBe('')
    }
  }

  const FOCUSABLE = `'a[href], button:not(:disabled), input, select, textarea, summary'`

  const FOCUS_FAULT = `(() => {
    const { activeElement } = document
    if (activeElement === document.body) return ''
    const { outlineStyle } = getComputedStyle(activeElement)
    const { width, height, left, right, top, bottom } = activeElement.getBoundingClientRect()
    const isIn = left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight
    const isSeen = outlineStyle !== 'none' && width > 0 && height > 0 && isIn
    return isSeen ? '' : activeElement.outerHTML.slice(0, 120)
  })()`
})

test('The first press of Tab reaches a link past the navigation', async () => {
  await open('/quests', 'Quests')
  await page().keyboard.press('Tab')
  await link('Skip to the content').and(page().locator(':focus')).waitFor()
  await page().keyboard.press('Enter')
  await page().keyboard.press('Tab')
  await page().getByLabel('Search').and(page().locator(':focus')).waitFor()
})

test('A button that is refused keeps the focus', async () => {
  const id = await addQuest(pages.system, { title: 'Bail the Boat' })
  await open(`/quests/${id}`, 'Bail the Boat')
  await using _ = await intercept('CompleteQuest', (route) => route.fulfill({ json: REFUSED }))
  await page().getByRole('button', { name: 'Complete' }).press('Enter')
  await page().getByRole('alert').waitFor()
  await page().getByRole('button', { name: 'Complete' }).and(page().locator(':focus')).waitFor()
})

const REFUSED = {
  data: { completeQuest: null },
  errors: [{ message: 'Gone.', path: ['completeQuest'], extensions: { code: 'NOT_FOUND' } }],
}

test('The links to the screens stand beside each other in a narrow window', async () => {
  await page().setViewportSize({ width: 320, height: 800 })
  await open('/quests', 'Quests')
  for (const shown of await page().getByLabel('Screens').getByRole('link').all()) {
    expect((await shown.boundingBox())!.height).toBeLessThan(60)
  }
})

test('Long words and 10,000 characters stay in a narrow window', async () => {
  const title = 'Unbreakable'.repeat(18)
  const content = 'word'.repeat(2500)
  const id = await addScroll(pages.system, { title, content, authorId: ada.id })
  await open(`/scrolls/${id}`, title)
  expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page().setViewportSize({ width: 1280, height: 800 })
  await page().evaluate("document.documentElement.style.fontSize = '200%'")
  expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(1280)
})

test('A text that runs from right to left begins at the right', async () => {
  const title = 'מגדלור'
  const id = await addScroll(pages.system, { title, content: 'האור לא כבה.', authorId: ada.id })
  await open(`/scrolls/${id}`, title)
  await page().getByText('האור לא כבה.').waitFor()
  for (const selector of ['h1', '.prose p']) {
    const { text, box } = (await page().evaluate(`(() => {
      const element = document.querySelector('${selector}')
      const range = document.createRange()
      range.selectNodeContents(element)
      return { text: range.getBoundingClientRect(), box: element.getBoundingClientRect() }
    })()`)) as { text: DOMRect; box: DOMRect }
    expect(Math.abs(text.right - box.right), selector).toBeLessThan(2)
  }
})

test('A name that turns its direction does not turn the price after it', async () => {
  const seller = await joinWithPassword(pages.system, 'edsger')
  const asset = await addAsset(pages.system, seller, { name: 'Lamp \u202E' })
  await giveGold(pages.system, ada, 100)
  await page().goto(
    `${app.url}/market?listing=${await addListing(pages.system, seller, 13, asset)}`,
  )
  await button('Buy for 13 gold').click()
  const lefts = (await page().evaluate(`(() => {
    const [text] = document.querySelector('dialog[open] p').childNodes
    const at = text.data.indexOf('13')
    return [at, at + 1].map((start) => {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, start + 1)
      return range.getBoundingClientRect().left
    })
  })()`)) as [number, number]
  expect(lefts[0]).toBeLessThan(lefts[1])
  await page().keyboard.press('Escape')
})

test('A lesson with ten thousand marks is shown', async () => {
  const id = await addCourse(pages.system)
  const lessons = pages.system.tables<LearnTables>('learn').updateTable('lessons')
  const text = `${'>'.repeat(9_900)} The end.`
  await lessons.set({ title: 'Deep', text }).where('courseId', '=', id).execute()
  await open(`/courses/${id}/lessons/1`, 'Deep')
  await page().getByText('The end.').waitFor()
})
