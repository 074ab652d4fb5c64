// The example app in the browser of one person, for tests of what is unusual or goes wrong.
import type { Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages } from '#test/pages.ts'
import { openSignedIn, startExample, type ExampleApp } from './example-app.ts'

/** What Chromium says of the failures that these tests cause. */
const PROVOKED = /Failed to load resource: (net::ERR|the server responded with a status of 5)/

/** Starts the app for the tests of a file, and opens it as Ada. @param provoked what Chromium may say */
export function examplePage(provoked = PROVOKED) {
  const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only' } })
  const app = {} as ExampleApp
  const ada = {} as Member
  let current: Page
  /** The page that the test uses. */
  const page = () => current
  /** Goes on in another page. */
  const turnTo = (other: Page) => {
    current = other
  }
  beforeAll(async () => {
    Object.assign(app, await startExample(pages.system))
    const about = { xp: 50 * 50 * 49, role: 'admin' } as const
    Object.assign(ada, await joinWithPassword(pages.system, 'ada', about))
    turnTo(await pages.open())
    await openSignedIn(page(), app, ada)
    await page().locator('[data-fact=level]').waitFor()
  })
  afterEach(() => expect(pages.faults().filter((fault) => !provoked.test(fault))).toEqual([]))
  afterAll(() => app[Symbol.asyncDispose]())

  async function open(path: string, heading: string): Promise<void> {
    await page().goto(app.url + path)
    await page().getByRole('heading', { name: heading, level: 1 }).waitFor()
  }

  const link = (name: string) => page().getByRole('link', { name, exact: true })
  const button = (name: string) => page().getByRole('button', { name, exact: true })

  /** Answers an operation of the page in place of the server, until the end of the scope. */
  async function intercept(operation: string, answer: (route: Route) => Promise<void>) {
    const handler = async (route: Route) =>
      operationOf(route.request()) === operation ? answer(route) : route.fallback()
    const shown = page()
    await shown.route('**/graphql', handler)
    return {
      async [Symbol.asyncDispose]() {
        if (!shown.isClosed()) await shown.unroute('**/graphql', handler)
      },
    }
  }

  return { pages, app, ada, page, turnTo, open, link, button, intercept }
}

export function operationOf(request: Request): string | undefined {
  if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return undefined
  return (request.postDataJSON() as { operationName: string }).operationName
}
