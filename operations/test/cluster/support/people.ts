// The people of the cluster's test: each signs in with an app and keeps the tokens and sessions.
import { addMember, signIn } from '../../support/members.ts'
import { registerApp, type App, type Tokens } from '#test/oauth.ts'
import type { World } from '#test/story.ts'
import type { UserAgent } from '#test/user-agent.ts'
import type { Site } from './site.ts'

export interface ClusterPerson {
  id: string
  username: string
  app: App
  /** The acknowledged ones. The first one's access token is used for everything else. */
  signIns: SignIn[]
}

interface SignIn {
  /** Has the session. */
  browser: UserAgent
  /** Those of the last response. */
  tokens: Tokens
}

/** Adds people with a password, and signs each of them in. */
export async function addPeople(world: World, site: Site, count: number): Promise<ClusterPerson[]> {
  const app = await registerApp(world)
  const people: ClusterPerson[] = []
  for (let index = 0; index < count; index += 1) {
    const username = `person_${index}`
    const id = await addMember(world, username)
    people.push({ id, username, app, signIns: [await signIn(site, app, username)] })
  }
  return people
}
