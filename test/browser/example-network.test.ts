// The example app with a slow or lost network, and with servers that refuse.
import { expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import type { ScrollTables } from '../../subgraphs/scroll/tables.ts'
import { examplePage } from './support/example-page.ts'

const { pages, app, page, turnTo, open, link, button, intercept } = examplePage()

/** A page of its own whose time passes when the test says so: retries wait for seconds. */
async function openWithClock(path: string): Promise<void> {
  turnTo(await page().context().newPage())
  await page().clock.install()
  await page().goto(app.url + path)
}

async function passTimeUntil(sentence: string): Promise<void> {
  const alert = page().getByRole('alert').getByText(sentence)
  await expect
    .poll(async () => {
      await page().clock.runFor(5000)
      return alert.count()
    })
    .toBe(1)
}

test('A page says that it loads before its script is there', async () => {
  const script = Promise.withResolvers<void>()
  await page().route('**/assets/index-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page().goto(`${app.url}/quests`, { waitUntil: 'commit' })
  await page().getByText('Loading …').waitFor()
  script.resolve()
  await page().getByRole('heading', { name: 'Quests' }).waitFor()
  await page().unroute('**/assets/index-*.js')
})

test('A screen that takes time to load is announced', async () => {
  const script = Promise.withResolvers<void>()
  await page().route('**/assets/guilds-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await link('Guilds').click()
  await page().getByRole('status').getByText('Loading …').waitFor()
  script.resolve()
  await page().getByRole('heading', { name: 'Guilds', level: 1 }).waitFor()
  await page().getByRole('status').getByText('Loading …').waitFor({ state: 'detached' })
  await page().unroute('**/assets/guilds-*.js')
})

test('A screen opened offline says so, and is there when the network is back', async () => {
  await page().route('**/assets/people-*.js', (route) => route.abort())
  await page().context().setOffline(true)
  await page().getByText('You are offline.').waitFor()
  await link('People').click()
  await page().getByRole('heading', { name: 'This screen could not be loaded' }).waitFor()
  expect(await page().getByText('new version').count()).toBe(0)
  await page().unroute('**/assets/people-*.js')
  await page().context().setOffline(false)
  await page().getByRole('heading', { name: 'People', level: 1 }).waitFor()
})

test('What failed offline is read again when the network is back', async () => {
  await addProposal(pages.system, { title: 'Raise the Pier' })
  await openWithClock('/proposals')
  await link('Raise the Pier').waitFor()
  await page().context().setOffline(true)
  await page().getByLabel('Status').selectOption('Open')
  await passTimeUntil('The network does not respond.')
  await page().context().setOffline(false)
  await link('Raise the Pier').waitFor()
  await page().getByRole('alert').waitFor({ state: 'detached' })
  await page().close()
})

test('What is sent again after its response was lost takes effect once', async () => {
  await openWithClock('/scrolls/new')
  await page().getByLabel('Title').fill('Sent Twice')
  await page().getByLabel('Text').fill('Read once.')
  {
    await using _ = await intercept('PublishScroll', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button('Publish').dblclick()
    await passTimeUntil('The network does not respond.')
  }
  expect(await page().getByLabel('Text').inputValue()).toBe('Read once.')
  await button('Publish').click()
  await page().getByRole('heading', { name: 'Sent Twice', level: 1 }).waitFor()
  await page().close()
  const scrolls = pages.system.tables<ScrollTables>('scroll').selectFrom('scrolls')
  expect(await scrolls.select('id').where('title', '=', 'Sent Twice').execute()).toHaveLength(1)
})

test('A page of a proxy in place of a response says that the service is away', async () => {
  await openWithClock('/quests')
  await using _ = await intercept('Proposals', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Maintenance</h1>' }),
  )
  await link('Proposals').click()
  await passTimeUntil('A part of the system is away for a moment.')
  await page().close()
})

test('A page shows a message when too many streams are open', async () => {
  turnTo(await page().context().newPage())
  await using _ = await intercept('News', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: TOO_MANY }),
  )
  await open('/quests', 'Quests')
  await page().getByText('The app is open in too many tabs. Close one.').waitFor()
  await page().close()
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
