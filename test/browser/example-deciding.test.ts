// The example app where people decide together and trade: proposals, guilds and the market, in the browsers of two
// people.
import type { Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '#test/axe.ts'
import { buildExample, openSignedIn, startExample, type ExampleApp } from '#test/example-app.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { startPages, type Pages } from '#test/pages.ts'
import { addProposal } from '#test/story.ts'

let pages: Pages
let app: ExampleApp
let ada: Member
let alan: Member
/** Ada's browser, and Alan's. */
let hers: Page
let his: Page
/** The names of the operations that Ada's page has sent. */
const sent: string[] = []

beforeAll(async () => {
  ;[pages] = await Promise.all([
    startPages({ topology: 'one process', settings: { TRUSTED_DOCUMENTS: 'only' } }),
    buildExample(),
  ])
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49 })
  alan = await joinWithPassword(pages.system, 'alan', { xp: 100 })
  ;[hers, his] = await Promise.all([openFor(ada), openFor(alan)])
  hers.on('response', note)
}, 180_000)
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await pages.stop()
})

async function openFor(person: Member): Promise<Page> {
  const page = await pages.open()
  await openSignedIn(page, app, person)
  return page
}

function note(response: Response): void {
  if (!response.url().endsWith('/graphql')) return
  sent.push((response.request().postDataJSON() as { operationName: string }).operationName)
}

/** Opens an address in Ada's browser. @returns the operations that it takes */
async function open(path: string): Promise<string[]> {
  sent.length = 0
  await hers.goto(app.url + path)
  await hers.waitForLoadState('load')
  return sent
}

describe('proposals', () => {
  test('the list is filtered by the address, and goes back', async () => {
    await addProposal(pages.system, { title: 'Plant a Grove' })
    await addProposal(pages.system, { title: 'Dredge the Canal', quorum: 3 })
    await open('/proposals')
    await hers.getByRole('link', { name: 'Dredge the Canal' }).waitFor()
    expect(sent.toSorted()).toEqual(['News', 'Proposals'])
    await hers.getByLabel('Search').fill('grove')
    await hers.getByText('One proposal').waitFor()
    expect(hers.url()).toBe(`${app.url}/proposals?search=grove`)
    await hers.getByLabel('Status').selectOption('Passed')
    await hers.getByText('No proposal is like that').waitFor()
    await hers.goBack()
    await hers.getByRole('link', { name: 'Plant a Grove' }).waitFor()
    await hers.goBack()
    await hers.getByRole('link', { name: 'Dredge the Canal' }).waitFor()
    expect(await hers.getByLabel('Search').inputValue()).toBe('')
    await expectAccessible(hers, 'example-proposals')
  })
})
