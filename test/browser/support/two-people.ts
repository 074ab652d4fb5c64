// The example app in the browsers of two people, against a system in production, for these tests.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages, type Pages } from '#test/pages.ts'
import { openSignedIn, startExample, type ExampleApp } from './example-app.ts'

export let pages: Pages
export let app: ExampleApp
export let ada: Member
export let alan: Member
/** Ada's browser, and Alan's. */
export let hers: Page
export let his: Page
/** The names of the operations that Ada's page has sent. */
export const sent: string[] = []

/** Starts the app for the tests of a file, and opens it as both. */
export function twoPeople(): void {
  pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only', NODE_ENV: 'production' } })
  beforeAll(async () => {
    app = await startExample(pages.system)
    ada = await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49 })
    alan = await joinWithPassword(pages.system, 'alan', { xp: 100 })
    ;[hers, his] = await Promise.all([openFor(ada), openFor(alan)])
    hers.on('request', note)
  })
  afterEach(() => expect(pages.faults()).toEqual([]))
  afterAll(() => app[Symbol.asyncDispose]())
}

async function openFor(person: Member): Promise<Page> {
  const page = await pages.open()
  await openSignedIn(page, app, person)
  await page.locator('[data-fact=level]').waitFor()
  return page
}

function note(request: Request): void {
  if (!request.url().endsWith('/graphql')) return
  sent.push(operationOf(request))
}

export function operationOf(request: Request): string {
  return (request.postDataJSON() as { operationName: string }).operationName
}

/** Opens an address in Ada's browser, and waits for a heading. */
export async function open(path: string, heading: string): Promise<void> {
  sent.length = 0
  await hers.goto(app.url + path)
  await hers.getByRole('heading', { name: heading }).first().waitFor()
}

/** Presses a button that asks first, and says yes. */
export async function confirm(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button').first().click()
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
