// Votes in the example app: a vote is sent once, in the name of who cast it, whatever the network does.
import { beforeEach, expect, test } from 'vitest'
import { joinWithPassword } from '#test/oauth.ts'
import { addProposal } from '#test/story.ts'
import type { GovernanceTables } from '../../subgraphs/governance/tables.ts'
import { expectAccessible } from './support/axe.ts'
import { openSignedIn, signInForApp } from './support/example-app.ts'
import { isOperation, sendingPage } from './support/sending-page.ts'

const { pages, app, page, turnTo, open, button, notice, leave, passTimeUntilFailed } = sendingPage()

let id: string
beforeEach(async () => {
  id = await addProposal(pages.system, { title: 'Raise the Pier' })
})

test('A vote is under way while the network is away, fails at its button, and can be sent again', async () => {
  await open(`/proposals/${id}`)
  await page().context().setOffline(true)
  await button('Vote for it').click()
  await page().locator('button[aria-busy=true]').getByText('Vote for it').waitFor()
  expect(await button('Vote against it').getAttribute('aria-disabled')).toBe('true')
  expect(await page().getByText('1 for').count()).toBe(0)
  await expectAccessible(page(), 'example-sending')
  await passTimeUntilFailed('The network does not respond.')
  expect(await notice().innerText()).toBe('')
  await page().context().setOffline(false)
  await button('Try again').click()
  await page().getByText('You voted for it').waitFor()
})

test('A failed vote is not lost when the next screen cannot be loaded', async () => {
  await open(`/proposals/${id}`)
  await page().route('**/assets/people-*.js', (route) => route.abort())
  await page().context().setOffline(true)
  await button('Vote for it').click()
  await page().getByRole('navigation').getByRole('link', { name: 'People' }).click()
  await page().getByRole('heading', { name: 'This screen could not be loaded' }).waitFor()
  await passTimeUntilFailed()
  await expectAccessible(page(), 'example-not-sent')
  await page().unroute('**/assets/people-*.js')
  await page().context().setOffline(false)
  await page().getByText('You are offline.').waitFor({ state: 'detached' })
  await button('Try again').click()
  await page().getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await open(`/proposals/${id}`)
  await page().getByText('You voted for it').waitFor()
})

test('The failure of a vote is over when the person votes the other way', async () => {
  await open(`/proposals/${id}`)
  await page().context().setOffline(true)
  await button('Vote for it').click()
  await passTimeUntilFailed('The network does not respond.')
  await page().context().setOffline(false)
  await button('Vote against it').click()
  await page().getByText('You voted against it').waitFor()
  await leave()
  expect(await notice().innerText()).toBe('')
})

test('A vote after another tab has voted is refused, and the page says why', async () => {
  await open(`/proposals/${id}`)
  const slow = page()
  const released = Promise.withResolvers<void>()
  await slow.route('**/graphql', async (route) => {
    if (isOperation(route.request(), 'CastVote')) await released.promise
    await route.fallback()
  })
  await button('Vote for it').click()
  turnTo(await page().context().newPage())
  await open(`/proposals/${id}`)
  await button('Vote against it').click()
  await slow.getByText('You voted against it').waitFor()
  released.resolve()
  await slow.getByRole('alert').getByText('You have voted.').waitFor()
  await slow.close()
})

test('A vote of somebody who is signed out waits until they are back', async () => {
  await using _ = await inBrowserOf('kurt')
  await open(`/proposals/${id}`)
  await page().request.post(`${app.url}/auth/sign-out`, { headers: { origin: app.url } })
  await button('Vote for it').click()
  await page().getByRole('main').getByRole('alert').first().waitFor()
  await page().getByRole('navigation').getByRole('link', { name: 'People' }).click()
  const opened = page().waitForEvent('popup')
  await notice().getByRole('link', { name: 'Sign in' }).click()
  await (await opened).locator('header.bar').waitFor()
  await notice().getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => votes(id)).toBe(1)
})

test('A vote is not sent in the name of somebody else who signs in', async () => {
  await using _ = await inBrowserOf('emmy')
  const carol = await joinWithPassword(pages.system, 'carol')
  await open(`/proposals/${id}`)
  await page().route('**/graphql', async (route) =>
    isOperation(route.request(), 'CastVote') ? route.abort() : route.fallback(),
  )
  await button('Vote for it').click()
  await passTimeUntilFailed('The network does not respond.')
  await page().unroute('**/graphql')
  const other = await page().context().newPage()
  await other.goto(`${app.url}/auth/switch-account`)
  await signInForApp(other, carol)
  await page().getByText('You are signed out.').first().waitFor()
  await page().evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page().getByText('You are signed out.').first().waitFor({ state: 'detached' })
  expect(await button('Try again').count()).toBe(0)
  await button('Vote for it').waitFor()
  expect(await votes(id)).toBe(0)
})

/** Opens a page in a browser of somebody else, until the end of the scope. */
async function inBrowserOf(username: string): Promise<AsyncDisposable> {
  const before = page()
  turnTo(await pages.open())
  await page().clock.install()
  await openSignedIn(page(), app, await joinWithPassword(pages.system, username))
  const context = page().context()
  return {
    async [Symbol.asyncDispose]() {
      await context.close()
      turnTo(before)
    },
  }
}

async function votes(proposalId: string): Promise<number> {
  const governance = pages.system.tables<GovernanceTables>('governance')
  const cast = governance.selectFrom('votes').selectAll().where('proposalId', '=', proposalId)
  return (await cast.execute()).length
}
