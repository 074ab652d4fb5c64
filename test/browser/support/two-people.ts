// The example app in the browsers of two people, against a system in production, for these tests.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages } from '#test/pages.ts'
import { openSignedIn, startExample, type ExampleApp } from './example-app.ts'

/** Starts the app for the tests of a file, and opens it as both. */
export function twoPeople() {
  const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only', NODE_ENV: 'production' } })
  const app = {} as ExampleApp
  const [ada, alan] = [{} as Member, {} as Member]
  const opened = {} as Record<'hers' | 'his', Page>
  /** The names of the operations that Ada's page has sent. */
  const sent: string[] = []
  beforeAll(async () => {
    Object.assign(app, await startExample(pages.system))
    Object.assign(ada, await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49 }))
    Object.assign(alan, await joinWithPassword(pages.system, 'alan', { xp: 100 }))
    const [hers, his] = await Promise.all([openFor(ada), openFor(alan)])
    Object.assign(opened, { hers, his })
    hers.on('request', (request) => {
      if (request.url().endsWith('/graphql')) sent.push(operationOf(request))
    })
  })
  afterEach(() => expect(pages.faults()).toEqual([]))
  afterAll(() => app[Symbol.asyncDispose]())

  async function openFor(person: Member): Promise<Page> {
    const page = await pages.open()
    await openSignedIn(page, app, person)
    await page.locator('[data-fact=level]').waitFor()
    return page
  }

  /** Ada's browser, and Alan's. */
  const hers = () => opened.hers
  const his = () => opened.his

  /** Opens an address in Ada's browser, and waits for a heading. */
  async function open(path: string, heading: string): Promise<void> {
    sent.length = 0
    await hers().goto(app.url + path)
    await hers().getByRole('heading', { name: heading }).first().waitFor()
  }

  return { pages, app, ada, alan, hers, his, sent, open }
}

export function operationOf(request: Request): string {
  return (request.postDataJSON() as { operationName: string }).operationName
}

/** Presses a button that asks first, and says yes. */
export async function confirm(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button').first().click()
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
