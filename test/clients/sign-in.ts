// Follows the address that a library made as a person does: sign in, allow, and return to the app.
import { signInOn } from '../support/oauth.ts'
import type { Person } from '../support/system.ts'
import { createUserAgent, formOf, type Page } from '../support/user-agent.ts'

/** The address that the person returns to. */
export async function signInAndAllow(
  url: string,
  person: Pick<Person, 'username'>,
  userAgent = createUserAgent(),
): Promise<URL> {
  const page = await allowed(url, person, userAgent)
  return new URL(page.location!)
}

/** The form that the browser posts to that path of the app. */
export async function signInAndPost(
  url: string,
  person: Pick<Person, 'username'>,
  path: string,
): Promise<{ action: string; hidden: Record<string, string> }> {
  return formOf(await allowed(url, person, createUserAgent()), path)
}

/** The last page or redirect. A request that is not valid ends at once. */
async function allowed(
  url: string,
  person: Pick<Person, 'username'>,
  userAgent: ReturnType<typeof createUserAgent>,
): Promise<Page> {
  let page = await userAgent.open(url)
  if (page.url.includes('/sign-in')) page = await signInOn(userAgent, page, person)
  if (page.url.includes('/consent') && page.location === undefined) {
    page = await userAgent.submit(page, '/consent', { decision: 'allow' })
  }
  return page
}
