// The example app when things go wrong or are unusual: a slow or lost network, a session that has ended, servers that
// refuse, texts that nobody expects, narrow windows, and the keyboard alone.
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSignedIn, signInForApp, startExample, type ExampleApp } from './support/example-app.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { joinWithPassword, PASSWORD, type Member } from '#test/oauth.ts'
import { testPages } from '#test/pages.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addCourse, addOrganization, addProposal, addQuest, addScroll } from '#test/story.ts'
import type { LearnTables } from '../../subgraphs/learn/tables.ts'
import type { ScrollTables } from '../../subgraphs/scroll/tables.ts'

const MAX_SCRIPT_BYTES = 200 * 1024

const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only' } })
let app: ExampleApp
let ada: Member
let page: Page

beforeAll(async () => {
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49, role: 'admin' })
  page = await pages.open()
  await openSignedIn(page, app, ada)
  await page.locator('[data-fact=level]').waitFor()
})
afterEach(() => expect(pages.faults().filter((fault) => !PROVOKED.test(fault))).toEqual([]))
afterAll(() => app[Symbol.asyncDispose]())

/** What Chromium says of the failures that these tests cause. */
const PROVOKED = /Failed to load resource: (net::ERR|the server responded with a status of 5)/

async function open(path: string, heading: string): Promise<void> {
  await page.goto(app.url + path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

function operationOf(request: Request): string | undefined {
  if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return undefined
  return (request.postDataJSON() as { operationName: string }).operationName
}

/** Answers an operation of the page in place of the server, until the end of the scope. */
async function intercept(operation: string, answer: (route: Route) => Promise<void>) {
  const handler = async (route: Route) =>
    operationOf(route.request()) === operation ? answer(route) : route.fallback()
  const shown = page
  await shown.route('**/graphql', handler)
  return {
    async [Symbol.asyncDispose]() {
      if (!shown.isClosed()) await shown.unroute('**/graphql', handler)
    },
  }
}

/** A page of its own whose time passes when the test says so: retries wait for seconds. */
async function openWithClock(path: string): Promise<void> {
  page = await page.context().newPage()
  await page.clock.install()
  await page.goto(app.url + path)
}

async function passTimeUntil(sentence: string): Promise<void> {
  const alert = page.getByRole('alert').getByText(sentence)
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return alert.count()
    })
    .toBe(1)
}

test('an empty list without filters does not mention a search', async () => {
  await open('/proposals', 'Proposals')
  await page.getByText('Nobody has put anything to the vote yet.').waitFor()
  await page.getByLabel('Search').fill('grove')
  await page.getByText('No proposal is like that').waitFor()
})

describe('every screen, opened by its URL', () => {
  /** The screens that ask for nothing. */
  const WITHOUT_QUERY = new Set(['/scrolls/new', '/nowhere'])

  test('is one query and at most 200 KB of scripts, and is passed through by the keyboard', async () => {
    await page.goto(`${app.url}/auth/step-up?return_to=/admin/content`)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
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
    page.on('request', note)
    await page.goto(app.url + path)
    await page.locator('header + .banner + main h1').waitFor()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
    page.off('request', note)
    return { queries, bytes: await page.evaluate(SCRIPT_BYTES) }
  }

  /** Also of scripts that came from the cache. */
  const SCRIPT_BYTES = `performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

  /** Presses Tab from the first element to the last. @returns what is not seen when it has the focus */
  /** Each element that the key reaches is seen to have the focus. */
  async function tabThrough(path: string): Promise<void> {
    const count = (await page.evaluate(`document.querySelectorAll(${FOCUSABLE}).length`)) as number
    for (let pressed = 0; pressed < count; pressed += 1) {
      await page.keyboard.press('Tab')
      // When the focus leaves the page, its last element is active for a moment longer.
      await expect.poll(() => page.evaluate(FOCUS_FAULT), { message: path }).toBe('')
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

describe('the keyboard', () => {
  test('the first press of Tab reaches a link past the navigation', async () => {
    await open('/quests', 'Quests')
    await page.keyboard.press('Tab')
    await link('Skip to the content').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.getByLabel('Search').and(page.locator(':focus')).waitFor()
  })

  test('a button that is refused keeps the focus', async () => {
    const id = await addQuest(pages.system, { title: 'Bail the Boat' })
    await open(`/quests/${id}`, 'Bail the Boat')
    await using _ = await intercept('CompleteQuest', (route) => route.fulfill({ json: REFUSED }))
    await page.getByRole('button', { name: 'Complete' }).press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Complete' }).and(page.locator(':focus')).waitFor()
  })

  const REFUSED = {
    data: { completeQuest: null },
    errors: [{ message: 'Gone.', path: ['completeQuest'], extensions: { code: 'NOT_FOUND' } }],
  }
})

describe('windows and texts', () => {
  test('the links to the screens stand beside each other in a narrow window', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    await open('/quests', 'Quests')
    for (const shown of await page.getByLabel('Screens').getByRole('link').all()) {
      expect((await shown.boundingBox())!.height).toBeLessThan(60)
    }
  })

  test('long words and 10,000 characters stay in a narrow window', async () => {
    const title = 'Unbreakable'.repeat(18)
    const content = 'word'.repeat(2500)
    const id = await addScroll(pages.system, { title, content, authorId: ada.id })
    await open(`/scrolls/${id}`, title)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280)
  })

  test('a text that runs from right to left begins at the right', async () => {
    const title = 'מגדלור'
    const id = await addScroll(pages.system, { title, content: 'האור לא כבה.', authorId: ada.id })
    await open(`/scrolls/${id}`, title)
    await page.getByText('האור לא כבה.').waitFor()
    for (const selector of ['h1', '.prose p']) {
      const { text, box } = (await page.evaluate(`(() => {
        const element = document.querySelector('${selector}')
        const range = document.createRange()
        range.selectNodeContents(element)
        return { text: range.getBoundingClientRect(), box: element.getBoundingClientRect() }
      })()`)) as { text: DOMRect; box: DOMRect }
      expect(Math.abs(text.right - box.right), selector).toBeLessThan(2)
    }
  })

  test('a name that turns its direction does not turn the price after it', async () => {
    const seller = await joinWithPassword(pages.system, 'edsger')
    const asset = await addAsset(pages.system, seller, { name: 'Lamp \u202E' })
    await giveGold(pages.system, ada, 100)
    await page.goto(
      `${app.url}/market?listing=${await addListing(pages.system, seller, 13, asset)}`,
    )
    await button('Buy for 13 gold').click()
    const lefts = (await page.evaluate(`(() => {
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
    await page.keyboard.press('Escape')
  })

  test('a lesson with ten thousand marks is shown', async () => {
    const id = await addCourse(pages.system)
    const lessons = pages.system.tables<LearnTables>('learn').updateTable('lessons')
    const text = `${'>'.repeat(9_900)} The end.`
    await lessons.set({ title: 'Deep', text }).where('courseId', '=', id).execute()
    await open(`/courses/${id}/lessons/1`, 'Deep')
    await page.getByText('The end.').waitFor()
  })
})

describe('the network', () => {
  test('a page says that it loads before its script is there', async () => {
    const script = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.goto(`${app.url}/quests`, { waitUntil: 'commit' })
    await page.getByText('Loading …').waitFor()
    script.resolve()
    await page.getByRole('heading', { name: 'Quests' }).waitFor()
    await page.unroute('**/assets/index-*.js')
  })

  test('a screen that takes time to load is announced', async () => {
    const script = Promise.withResolvers<void>()
    await page.route('**/assets/guilds-*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await link('Guilds').click()
    await page.getByRole('status').getByText('Loading …').waitFor()
    script.resolve()
    await page.getByRole('heading', { name: 'Guilds', level: 1 }).waitFor()
    await page.getByRole('status').getByText('Loading …').waitFor({ state: 'detached' })
    await page.unroute('**/assets/guilds-*.js')
  })

  test('a screen opened offline says so, and is there when the network is back', async () => {
    await page.route('**/assets/people-*.js', (route) => route.abort())
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await link('People').click()
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor()
    expect(await page.getByText('new version').count()).toBe(0)
    await page.unroute('**/assets/people-*.js')
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  })

  test('what failed offline is read again when the network is back', async () => {
    await addProposal(pages.system, { title: 'Raise the Pier' })
    await openWithClock('/proposals')
    await link('Raise the Pier').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Status').selectOption('Open')
    await passTimeUntil('The network does not respond.')
    await page.context().setOffline(false)
    await link('Raise the Pier').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.close()
  })

  test('what is sent again after its response was lost takes effect once', async () => {
    await openWithClock('/scrolls/new')
    await page.getByLabel('Title').fill('Sent Twice')
    await page.getByLabel('Text').fill('Read once.')
    {
      await using _ = await intercept('PublishScroll', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await button('Publish').dblclick()
      await passTimeUntil('The network does not respond.')
    }
    expect(await page.getByLabel('Text').inputValue()).toBe('Read once.')
    await button('Publish').click()
    await page.getByRole('heading', { name: 'Sent Twice', level: 1 }).waitFor()
    await page.close()
    const scrolls = pages.system.tables<ScrollTables>('scroll').selectFrom('scrolls')
    expect(await scrolls.select('id').where('title', '=', 'Sent Twice').execute()).toHaveLength(1)
  })
})

describe('servers that refuse', () => {
  test('a page of a proxy in place of a response says that the service is away', async () => {
    await openWithClock('/quests')
    await using _ = await intercept('Proposals', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Maintenance</h1>' }),
    )
    await link('Proposals').click()
    await passTimeUntil('A part of the system is away for a moment.')
    await page.close()
  })

  test('a page shows a message when too many streams are open', async () => {
    page = await page.context().newPage()
    await using _ = await intercept('News', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: TOO_MANY }),
    )
    await open('/quests', 'Quests')
    await page.getByText('The app is open in too many tabs. Close one.').waitFor()
    await page.close()
  })

  const TOO_MANY = `event: next
data: ${JSON.stringify({
    errors: [
      {
        message: 'Too many.',
        extensions: { code: 'RATE_LIMIT_EXCEEDED', details: { reason: 'CONNECTION_LIMIT' } },
      },
    ],
  })}

event: complete
data:

`
})

describe('a session that ends', () => {
  /** A browser of its own. */
  let context: BrowserContext

  test('who writes while they are signed out elsewhere keeps the text, and sends it later', async () => {
    const alan = await joinWithPassword(pages.system, 'alan')
    page = await pages.open()
    context = page.context()
    await openSignedIn(page, app, alan, '/scrolls/new')
    await page.getByLabel('Title').fill('The Long Night')
    await page.getByLabel('Text').fill('Written in one sitting.')
    const writing = page
    page = await context.newPage()
    await open('/quests', 'Quests')
    await signOut()
    await writing.getByText('You are signed out.').waitFor()
    await signInFrom(writing)
    await writing.bringToFront()
    await writing.getByRole('button', { name: 'Publish' }).click()
    await writing.getByRole('heading', { name: 'The Long Night', level: 1 }).waitFor()
    await writing.getByText('You are signed out.').waitFor({ state: 'detached' })
    page = writing
  })

  async function signOut(): Promise<void> {
    await button('Sign out').click()
    await button('Sign out').click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  }

  async function signInFrom(writing: Page, link = 'Sign in'): Promise<void> {
    const opened = context.waitForEvent('page')
    await writing.getByRole('link', { name: link, exact: true }).click()
    const other = await opened
    await other.getByLabel('Username').fill('alan')
    await other.getByLabel('Password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.locator('[data-fact=level]').waitFor()
  }

  test('what somebody has written is not sent in the name of who signs in in another tab', async () => {
    const kurt = await joinWithPassword(pages.system, 'kurt')
    await open('/scrolls/new', 'Write a scroll')
    await page.getByLabel('Title').fill('My Diary')
    await page.getByLabel('Text').fill('Only in my name.')
    const writing = page
    page = await context.newPage()
    await page.goto(`${app.url}/auth/switch-account`)
    await signInForApp(page, kurt)
    await page.locator('[data-fact=level]').waitFor()
    await writing.bringToFront()
    await writing.getByRole('button', { name: 'Publish' }).click()
    await writing.getByText('Somebody else has signed in.').waitFor()
    await signInFrom(writing, 'Sign in as yourself')
    await writing.bringToFront()
    await writing.getByRole('button', { name: 'Publish' }).click()
    await writing.getByRole('heading', { name: 'My Diary', level: 1 }).waitFor()
    await writing.getByRole('main').getByText('alan').first().waitFor()
    page = writing
  })

  test('the screen before is not shown again to who goes back after signing out', async () => {
    await open('/quests', 'Quests')
    await signOut()
    // Later, since the answer to this call would be lost with the page.
    await page.evaluate('void setTimeout(() => history.go(-2))')
    await page.getByLabel('Password').waitFor()
  })

  test('many tabs that are signed out at once do not fill the browser with cookies', async () => {
    for (let tab = 0; tab < 12; tab += 1) await page.goto(`${app.url}/quests?tab=${tab}`)
    const cookies = await context.cookies(app.url)
    expect(cookies.filter(({ name }) => name.startsWith('sign-in-')).length).toBeLessThan(8)
    await page.getByLabel('Username').fill('alan')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${app.url}/quests?tab=11`)
  })
})
