// What a person does with the address that a library made: sign in, allow, and go back to the app.
import { signInOn } from '../support/oauth.ts'
import type { Person } from '../support/system.ts'
import { createUserAgent } from '../support/user-agent.ts'

/** The address that the person is sent back to. */
export async function signInAndAllow(
  url: string,
  person: Pick<Person, 'username'>,
  userAgent = createUserAgent(),
): Promise<URL> {
  let page = await userAgent.open(url)
  if (page.url.includes('/sign-in')) page = await signInOn(userAgent, page, person)
  if (page.location === undefined) {
    page = await userAgent.submit(page, '/consent', { decision: 'allow' })
  }
  return new URL(page.location!)
}
