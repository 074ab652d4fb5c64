// A person who signs up on the pages, and lets an app act for them.
import { obtainTokens, PASSWORD, registerApp, type App, type Tokens } from '#test/oauth.ts'
import type { World } from '#test/story.ts'
import { createUserAgent, type UserAgent } from '#test/user-agent.ts'
import { placeOf, type AddressForm } from './public-addresses.ts'

export interface SignedUp {
  browser: UserAgent
  app: App
  tokens: Tokens
}

export async function signUp(
  world: World,
  { baseOf }: AddressForm,
  username: string,
): Promise<SignedUp> {
  const address = (name: string) => baseOf(placeOf(name))
  const browser = createUserAgent()
  const page = await browser.open(`${address('identity')}/sign-up`)
  const about = { displayName: username, house: 'Tide', archetype: 'Keeper', password: PASSWORD }
  await browser.submit(page, '/sign-up', { username, ...about })
  const app = await registerApp(world)
  const tokens = await obtainTokens({ address }, app, { username }, {}, browser)
  return { browser, app, tokens }
}
