// Everything that people can read of an installation, as the bytes of the responses.
import { expect } from 'vitest'
import { call, type User } from './people.ts'

/** Each service's lists and documents, without what changes by itself, such as presence. */
const PATHS: [service: string, path: string][] = [
  ['identity', '/api/claims'],
  ['identity', '/api/me'],
  ['identity', '/api/credentials'],
  ['identity', '/api/wallets'],
  ['identity', '/api/oauth/userinfo'],
  ['identity', '/.well-known/jwks.json'],
  ['path', '/api/quests'],
  ['scroll', '/api/scrolls'],
  ['learn', '/api/courses'],
  ['realm', '/api/realms'],
  ['governance', '/api/proposals'],
  ['market', '/api/assets'],
  ['guild', '/api/organizations'],
  ['guild', '/api/roles'],
]

/** Everything, including everybody's own. */
const DOCUMENTS = [
  `{ me {
    id username displayName house archetype level xp xpToNextLevel createdAt gold skillPoints
    credentials { type issuedAt }
    completedQuests(first: 50) { nodes { id title type difficulty xpReward } totalCount }
    enrollments(first: 50) {
      nodes { id status completedLessons lessonsCompleted enrolledAt completedAt course { id title } }
    }
    memberships(first: 50) { nodes { id status steward requestedAt organization { id memberCount } } }
    applications(first: 50) { nodes { id status message appliedAt role { id openings } } }
    proposals(first: 50) { nodes { id title } }
    votes(first: 50) { nodes { vote votedAt proposal { id } } }
    scrolls(first: 50) { nodes { id title content visibility settlementWeight createdAt } }
    assets(first: 50) { nodes { id name kind listing { id price status } } }
    purchases(first: 50) { nodes { purchaseId listingId assetId price goldBalance purchasedAt } }
  } }`,
  `{
    quests(first: 50) { nodes { id title description type difficulty xpReward goldReward } totalCount }
    courses(first: 50) {
      nodes { id title description lessons duration skillPoints createdAt myEnrollment { id status } }
    }
    scrolls(first: 50) { nodes { id title author house content authorIdentity { id username } } }
    proposals(first: 50) {
      nodes { id title description status yesVotes noVotes endTime createdAt proposer { id } myVote { vote } }
    }
    assets(first: 50) { nodes { id name description kind ownerId createdAt owner { username } } }
    organizations(first: 50) {
      nodes {
        id name description house memberCount openToJoin createdAt
        members(first: 10) { nodes { id steward member { username } } }
        roles(first: 10) { nodes { id title description minLevel openings createdAt } }
      }
    }
    realms(first: 10) {
      nodes {
        id name description createdAt bounds { min { x y z } max { x y z } }
        places(first: 20) { nodes { id name kind position { x y z } ref { __typename } } }
      }
    }
  }`,
]

/** The links and the body of every response, by reader and path. */
export async function readAll(users: readonly User[]): Promise<Record<string, string>> {
  const read = await Promise.all(users.map(readAllAs))
  return Object.fromEntries(read.flat())
}

async function readAllAs(user: User): Promise<[string, string][]> {
  const { realms } = await call(user, ['realm', '/api/realms'])
  const realm = `/api/realms/${realms[0].id}`
  const paths: typeof PATHS = [...PATHS, ['realm', realm], ['realm', `${realm}/places`]]
  const pages = PATHS.slice(6).map(
    ([service, path]) => [service, `${path}?page=2&limit=3`] as const,
  )
  const { address } = user.site
  const reads = [
    ...[...paths, ...pages].map(async ([service, path]) =>
      responseOf(user, address(service), path),
    ),
    ...DOCUMENTS.map(async (document) => {
      return responseOf(user, address('router'), '/graphql', document)
    }),
  ]
  return Promise.all(reads)
}

async function responseOf(
  { username, tokens }: User,
  address: string,
  path: string,
  document?: string,
): Promise<[string, string]> {
  const response = await fetch(`${address}${path}`, {
    ...(document && { method: 'POST', body: JSON.stringify({ query: document }) }),
    headers: {
      authorization: `Bearer ${tokens.access_token}`,
      'content-type': 'application/json',
    },
  })
  const link = response.headers.get('link') ?? ''
  const text = await response.text()
  expect({ status: response.status, text }, path).toEqual({
    status: 200,
    text: expect.not.stringContaining('"errors":') as string,
  })
  return [[username, path, document].join(' '), `${link}\n${text}`]
}
