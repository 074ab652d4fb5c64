// The people of the cluster's test: each signs in with an app and keeps the tokens and sessions.
import { createUserAgent, type UserAgent } from '#test/user-agent.ts'
import { obtainTokens, PASSWORD, registerApp, type App, type Tokens } from '#test/oauth.ts'
import { addPerson, type World } from '#test/story.ts'
import { hashPassword, setPassword } from '../../../subgraphs/identity/domain/sign-in/password.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import type { TestSystem } from '#test/system.ts'
import type { Site } from './site.ts'

export interface ClusterPerson {
  id: string
  username: string
  app: App
  /** Those of the last response. */
  tokens: Tokens
  /** A browser with a session for each acknowledged sign-in. */
  browsers: UserAgent[]
}

/** Adds people with a password, and signs each of them in. */
export async function addPeople(world: World, site: Site, count: number): Promise<ClusterPerson[]> {
  const app = await registerApp(world as TestSystem)
  const hash = await hashPassword(PASSWORD)
  const ctx = { db: world.tables<IdentityTables>('identity'), now: () => new Date() }
  const people: ClusterPerson[] = []
  for (let index = 0; index < count; index += 1) {
    const username = `person_${index}`
    const id = await addPerson(world, username)
    await setPassword(ctx, id, hash)
    const signedIn = await signIn(site, app, username)
    people.push({ id, username, app, tokens: signedIn.tokens, browsers: [signedIn.browser] })
  }
  return people
}

/** Signs in on the pages with a new browser, at an address of its own, and redeems a code. */
export async function signIn(site: Site, app: App, username: string) {
  const browser = createUserAgent({ 'x-forwarded-for': nextAddress() })
  const tokens = await obtainTokens(site, app, { username }, {}, browser)
  return { browser, tokens }
}

let addresses = 0

/** From those for benchmarks (RFC 2544). */
function nextAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}
