// People of an installation that its own processes know: each has a password, and signs in with an app.
import { createUserAgent } from '#test/user-agent.ts'
import { obtainTokens, PASSWORD, type App } from '#test/oauth.ts'
import { addPerson, type World } from '#test/story.ts'
import { hashPassword, setPassword } from '../../../subgraphs/identity/domain/sign-in/password.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'

/** Hashed once, because it takes as long as in production. */
let passwordHash: Promise<string> | undefined

/** Adds a person with the password of the tests, and returns their id. */
export async function addMember(world: World, username: string): Promise<string> {
  const id = await addPerson(world, username)
  const ctx = { db: world.tables<IdentityTables>('identity'), now: () => new Date() }
  await setPassword(ctx, id, await (passwordHash ??= hashPassword(PASSWORD)))
  return id
}

/** Signs in on the pages with a new browser, at an address of its own, and redeems a code. */
export async function signIn(site: { address(name: string): string }, app: App, username: string) {
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
