// Somebody who reads everywhere and refreshes their tokens all the time: each request must succeed.
import { setTimeout as delay } from 'node:timers/promises'
import { send, type TestResponse } from '#test/http.ts'
import { refresh, type Tokens } from '#test/oauth.ts'
import type { RollingSite } from './rolling-site.ts'
import type { SignedUp } from './sign-up.ts'

export interface Outcome {
  /** How many requests have succeeded. */
  done: number
  /** Those that have not. */
  failed: unknown[]
}

const PAUSE_MS = 200

const DASHBOARD = `{
  me { username xp gold completedQuests(first: 1) { nodes { title } } }
  quests(first: 2) { nodes { title } }
  courses(first: 2) { nodes { title } }
  organizations(first: 2) { nodes { name } }
  proposals(first: 2) { nodes { title yesVotes } }
  listings(first: 2) { nodes { price asset { owner { username } } } }
  realms(first: 2) { nodes { name } }
  scrolls(first: 2) { nodes { title author } }
}`

const READS: readonly (readonly [service: string, path: string])[] = [
  ['identity', '/api/me'],
  ['identity', '/sign-in'],
  ['identity', '/.well-known/jwks.json'],
  ['path', '/api/quests'],
  ['learn', '/api/courses'],
  ['guild', '/api/organizations'],
  ['governance', '/api/proposals'],
  ['market', '/api/listings'],
  ['realm', '/api/realms'],
  ['scroll', '/api/scrolls'],
]

/** Begins to send requests; resolves once all of them have ended. */
export async function sendRequests(
  site: RollingSite,
  person: SignedUp,
  { signal, outcome }: { signal: AbortSignal; outcome: Outcome },
): Promise<void> {
  const { tokens } = person
  const token = tokens.access_token
  const reads = READS.map(
    ([service, path]) =>
      () =>
        send(`${site.address(service)}${path}`, { token }),
  )
  await Promise.all(
    [...reads, () => readDashboard(site, token), () => stay(site, person)].map(async (ask) => {
      while (!signal.aborted) {
        await count(outcome, ask)
        await delay(Math.random() * 2 * PAUSE_MS)
      }
    }),
  )
}

async function count(outcome: Outcome, ask: () => Promise<TestResponse>): Promise<void> {
  try {
    const { status, body } = await ask()
    if (status === 200 && !body.errors) outcome.done += 1
    else outcome.failed.push({ status, body })
  } catch (error) {
    outcome.failed.push(error)
  }
}

function readDashboard(site: RollingSite, token: string): Promise<TestResponse> {
  return send(`${site.address('router')}/graphql`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: DASHBOARD }),
  })
}

/** Refreshes the tokens. */
async function stay(site: RollingSite, person: SignedUp): Promise<TestResponse> {
  const response = await refresh(site, person.app, person.tokens.refresh_token)
  if (response.status === 200) person.tokens = response.body as Tokens
  return response
}
