// The requests behind what people do: half of them to the routers, half to the REST paths of either process.
import { send, type TestResponse } from '#test/http.ts'
import { signIn } from '../../support/members.ts'
import { refresh } from '#test/oauth.ts'
import type { Kind } from './operation.ts'
import type { ClusterPerson } from './people.ts'
import type { Site } from './site.ts'

/** A client gives up on a response after this long, and repeats the request. */
const GIVE_UP_MS = 15_000

type Request = (site: Site, person: ClusterPerson, subject: string) => Promise<TestResponse>

/** Each names its effect by an Idempotency-Key, except for the two of OAuth, which have none. */
export const REQUESTS: Readonly<Record<Kind, Request>> = {
  scroll: (site, person, title) => {
    const input = { title, content: 'We had one stove.', visibility: 'public' }
    const query = 'mutation ($input: PublishScrollInput!) { publishScroll(input: $input) { id } }'
    return post(site, person, ['router', '/graphql', title], { query, variables: { input } })
  },
  quest: (site, person, quest) => {
    const query = 'mutation ($id: ID!) { completeQuest(questId: $id) { quest { id } } }'
    return post(site, person, ['router', '/graphql', quest], { query, variables: { id: quest } })
  },
  vote: (site, person, proposal) =>
    post(site, person, ['governance', `/api/proposals/${proposal}/vote`, proposal], {
      vote: 'yes',
    }),
  purchase: (site, person, listing) =>
    post(site, person, ['market', `/api/listings/${listing}/purchase`, listing], {}),
  refresh: async (site, person) => {
    const first = person.signIns[0]!
    const response = await refresh(site, person.app, first.tokens.refresh_token)
    if (response.status === 200) first.tokens = response.body
    return response
  },
  'sign-in': async (site, person) => {
    person.signIns.push(await signIn(site, person.app, person.username))
    return { status: 200, headers: new Headers(), body: {} }
  },
}

function post(
  site: Site,
  { signIns }: ClusterPerson,
  [service, path, key]: [service: string, path: string, key: string],
  body: object,
): Promise<TestResponse> {
  return send(`${site.address(service)}${path}`, {
    method: 'POST',
    token: signIns[0]!.tokens.access_token,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  })
}
