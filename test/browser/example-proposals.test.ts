// Proposals in the example app, in the browsers of two people.
import type { Locator, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { addProposal } from '#test/story.ts'
import type { GovernanceTables } from '../../subgraphs/governance/tables.ts'
import { expectAccessible } from './support/axe.ts'
import { button, confirm, operationOf, twoPeople } from './support/two-people.ts'

const { pages, app, hers, his, sent, open } = twoPeople()

function isOperation(request: Request, name: string): boolean {
  return request.url().endsWith('/graphql') && operationOf(request) === name
}

/** What the router sends while the service of proposals is away. */
const AWAY = {
  data: { __typename: 'Query', proposals: null },
  errors: [
    {
      message: 'The Governance service is unavailable.',
      path: ['proposals'],
      extensions: { code: 'INTERNAL_ERROR', details: { retry: true } },
    },
  ],
}

/** What is told at a field. */
async function descriptionOf(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = ids.split(' ').map((id) => field.page().locator(`[id="${id}"]`).innerText())
  return (await Promise.all(texts)).join(' ')
}

/** Holds back the requests of an operation of Ada's page. @returns lets them go on */
async function hold(operation: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await hers().route('**/graphql', async (route) => {
    if (operationOf(route.request()) === operation) await released.promise
    await route.fallback()
  })
  return () => {
    released.resolve()
    return hers().unroute('**/graphql')
  }
}

/** Ends the voting on a proposal, which its service notices within a second. */
async function end(id: string): Promise<void> {
  const governance = pages.system.tables<GovernanceTables>('governance')
  const endTime = new Date(Date.now() - 1000)
  await governance.updateTable('proposals').set({ endTime }).where('id', '=', id).execute()
}

/** In the page: the smallest number of rows that it has had since. */
function watchRows(): { count: number } {
  const count = () => document.querySelectorAll('.proposal-row').length
  const watched = { count: count() }
  const observer = new MutationObserver(() => {
    watched.count = Math.min(watched.count, count())
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return watched
}

test('The filters of the list are in the URL, and "Back" undoes them', async () => {
  await addProposal(pages.system, { title: 'Plant a Grove' })
  await addProposal(pages.system, { title: 'Dredge the Canal', quorum: 3 })
  await open('/proposals', 'Proposals')
  await hers().getByRole('link', { name: 'Dredge the Canal' }).waitFor()
  expect(sent.toSorted()).toEqual(['News', 'Proposals'])
  await hers().getByLabel('Search').fill('grove')
  await hers().getByText('1 proposal').waitFor()
  expect(hers().url()).toBe(`${app.url}/proposals?search=grove`)
  await hers().getByLabel('Status').selectOption('Passed')
  await hers().getByText('No proposal is like that').waitFor()
  await hers().goBack()
  await hers().getByRole('link', { name: 'Plant a Grove' }).waitFor()
  await hers().goBack()
  await hers().getByRole('link', { name: 'Dredge the Canal' }).waitFor()
  expect(await hers().getByLabel('Search').inputValue()).toBe('')
  await expectAccessible(hers(), 'example-proposals')
})

test('A list whose service is away says so, and is read again', async () => {
  await hers().route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== 'Proposals') return route.fallback()
    return route.fulfill({ json: AWAY })
  })
  await open('/proposals', 'Proposals')
  await hers().getByRole('alert').getByText('A part of the system is away').waitFor()
  await hers().unroute('**/graphql')
  await button(hers(), 'Try again').click()
  await hers().getByRole('link', { name: 'Plant a Grove' }).waitFor()
  expect(await hers().getByRole('alert').count()).toBe(0)
})

test('A long list goes on where its end comes into view', async () => {
  const titles = Array.from({ length: 25 }, (_, number) => `Motion ${number + 1}`)
  for (const title of titles) await addProposal(pages.system, { title })
  await open('/proposals?search=motion', 'Proposals')
  const links = hers().getByRole('link', { name: 'Motion' })
  await hers().getByText('25 proposals').waitFor()
  await links.last().scrollIntoViewIfNeeded()
  await expect.poll(() => links.count()).toBe(25)
  const shown = await links.allInnerTexts()
  expect(new Set(shown)).toEqual(new Set(titles))
})

test('A list that is read again keeps its further pages, and what has changed on them', async () => {
  const longAgo = new Date('2020-01-01T00:00:00.000Z')
  const id = await addProposal(pages.system, { title: 'Motion 0', createdAt: longAgo })
  await open(`/proposals/${id}`, 'Motion 0')
  await button(hers(), 'Vote for it').click()
  await hers().getByText('You voted for it').waitFor()
  await open('/proposals', 'Proposals')
  const rows = hers().locator('.proposal-row')
  const oldest = rows.filter({ has: hers().getByRole('link', { name: 'Motion 0' }) })
  await rows.last().scrollIntoViewIfNeeded()
  await oldest.getByText('you voted for it').waitFor()
  const all = await rows.count()
  expect(all).toBeGreaterThan(20)
  const fewest = await hers().evaluateHandle(watchRows)
  const read = hers().waitForResponse((response) => isOperation(response.request(), 'Proposals'))
  await end(id)
  await read
  await oldest.getByText('Passed').waitFor()
  expect(await fewest.evaluate((watched) => watched.count)).toBe(all)
})

test('A vote shows to its voter, and at once to everybody who looks at the proposal', async () => {
  const id = await addProposal(pages.system, { title: 'Ring the Bells', quorum: 2 })
  await his().goto(`${app.url}/proposals/${id}`)
  await his().getByText('the quorum lacks 2 votes').waitFor()
  await open(`/proposals/${id}`, 'Ring the Bells')
  await button(hers(), 'Vote for it').click()
  await hers().getByText('You voted for it').waitFor()
  await his().getByText('1 for').waitFor()
  await his().getByText('the quorum lacks one vote').waitFor()
  await button(his(), 'Vote against it').click()
  await hers().getByText('1 against').waitFor()
  await hers().getByText('the votes are equal').waitFor()
  expect(sent.toSorted()).toEqual(['CastVote', 'News', 'Proposal', 'ProposalLive'])
  await expectAccessible(hers(), 'example-proposal')
})

test('A vote that is refused is never shown, and the screen says why', async () => {
  const id = await addProposal(pages.system, { title: 'Move the Market' })
  await open(`/proposals/${id}`, 'Move the Market')
  const answer = await hold('CastVote')
  await button(hers(), 'Vote for it').click()
  await end(id)
  await answer()
  await hers().getByRole('alert').getByText('Voting has ended.').waitFor()
  await hers().getByText('It was rejected').waitFor()
  expect(await hers().getByText('You voted').count()).toBe(0)
  expect(await hers().getByText('0 for').count()).toBe(1)
})

test('A proposal is created, and the error of a field is shown at the field', async () => {
  await open('/proposals/new', 'Put a proposal to the vote')
  await hers().getByLabel('Title').fill('Open the Library at Night')
  await hers().getByLabel('What you propose').fill('Whoever cannot sleep can read.')
  const ends = hers().getByLabel('When voting ends')
  await ends.fill('2001-01-01T00:00')
  await button(hers(), 'Put it to the vote').click()
  await expect.poll(() => ends.getAttribute('aria-invalid')).toBe('true')
  expect(await descriptionOf(ends)).toMatch(/End time must be/)
  expect(await hers().getByRole('alert').count()).toBe(0)
  await expectAccessible(hers(), 'example-proposal-new')
  await ends.fill('')
  await button(hers(), 'Put it to the vote').click()
  await hers().getByRole('heading', { name: 'Open the Library at Night' }).waitFor()
  await hers()
    .getByText(/^in 6 days|^next week|^in 1 week/)
    .waitFor()
  await confirm(hers(), 'Withdraw the proposal')
  await hers().getByText('Its author withdrew it').waitFor()
})

test('Below level 50 the screen says what is missing', async () => {
  await his().goto(`${app.url}/proposals/new`)
  await his()
    .getByText(/From level 50 on .* You have reached level 2/)
    .waitFor()
})
