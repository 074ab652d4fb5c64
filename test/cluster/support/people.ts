// The people of the cluster's test: each signs in with an app and keeps the tokens and sessions.
import { addMember, signIn } from '#test/members.ts'
import { registerApp, type App, type Tokens } from '#test/oauth.ts'
import type { World } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'
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
  const people: ClusterPerson[] = []
  for (let index = 0; index < count; index += 1) {
    const username = `person_${index}`
    const id = await addMember(world, username)
    const { browser, tokens } = await signIn(site, app, username)
    people.push({ id, username, app, tokens, browsers: [browser] })
  }
  return people
}
