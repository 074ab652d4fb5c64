// Another federation gateway over our services, in place of the router.
import { readFileSync } from 'node:fs'
import { createClient } from 'graphql-sse'
import { beforeAll, expect, test, vi } from 'vitest'
import { readSupergraph } from '../../router/supergraph/committed-source.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'
import { demoToken } from '../support/demo.ts'
import { TIMEOUT } from '../support/process.ts'
import { addProposal } from '../support/story.ts'
import { testSystem } from '../support/system.ts'

/** The part of Hive Gateway that the test uses. */
interface HiveGateway {
  createGatewayRuntime: (config: {
    supergraph: string
    logging: 'error'
    propagateHeaders: {
      fromClientToSubgraphs: (from: { request: Request }) => Record<string, string>
    }
  }) => AsyncDisposable & { fetch: typeof fetch }
}

// Its types are not loaded, because they add fields to graphql's own for the whole program.
const HIVE_GATEWAY: string = '@graphql-hive/gateway'
const { createGatewayRuntime } = (await import(HIVE_GATEWAY)) as HiveGateway

const DASHBOARD = readFileSync(
  new URL('../../schema/operations/dashboard.graphql', import.meta.url),
  'utf8',
)

const system = testSystem({ settings: { DEMO: '1' } })
let token: string
beforeAll(async () => {
  token = await demoToken(system, 'ada')
  await vi.waitFor(expectSettled, { ...TIMEOUT, interval: 200 })
})

/** Waits until the demo people's earnings no longer change. */
async function expectSettled(): Promise<void> {
  const completions = system.tables<PathTables>('path').selectFrom('questCompletions')
  const steps = await completions.select('pendingSteps').execute()
  expect(steps.flatMap(({ pendingSteps }) => pendingSteps)).toEqual([])
}

/** Our supergraph, with the addresses of the services of the test. */
function supergraph(): string {
  return readSupergraph().replaceAll(
    /(@join__graph\(name: "([^"]+)", url: )"[^"]+"/g,
    (_match, before: string, name: string) => `${before}"${system.address(name)}/graphql"`,
  )
}

interface Responses {
  ours: string
  theirs: string
}

const startGateway = () =>
  createGatewayRuntime({
    supergraph: supergraph(),
    logging: 'error',
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({
        authorization: request.headers.get('authorization')!,
      }),
    },
  })

/** The responses of our router and of Hive Gateway, as text. */
async function ask(query: string, variables: object = {}, as = token): Promise<Responses> {
  await using gateway = startGateway()
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  }
  const ours = await (await fetch(`${system.address('router')}/graphql`, request)).text()
  const theirs = await (await gateway.fetch('http://gateway/graphql', request)).text()
  return { ours, theirs }
}

test('Hive Gateway and our router return the same dashboard, byte for byte', async () => {
  const { ours, theirs } = await ask(DASHBOARD)
  expect(JSON.parse(ours)).toMatchObject({ data: { me: { displayName: expect.any(String) } } })
  expect(theirs).toBe(ours)
})

const HELD = `{
  me { id votes { nodes { id } } purchases { nodes { id } } scrolls { nodes { id } } }
  quests(first: 2) { nodes { id } } roles(first: 2) { nodes { id } }
}`
const NODES = `query ($ids: [ID!]!, $id: ID!) {
  node(id: $id) { __typename id }
  nodes(ids: $ids) {
    __typename
    id
    ... on Quest { title myState { status } }
    ... on Role { title organization { name } }
    ... on Vote { vote proposal { title } }
    ... on Purchase { price asset { name } }
    ... on Scroll { title authorIdentity { displayName } }
    ... on Identity { displayName gold }
  }
}`

test('Hive Gateway returns a node to those who may see it, and null to others', async () => {
  const { data } = JSON.parse((await ask(HELD)).ours)
  const { id, votes, purchases, scrolls } = data.me
  const held: { id: string }[] = [votes, purchases, scrolls, data.quests, data.roles].flatMap(
    ({ nodes }) => nodes,
  )
  const ids = [id as string, ...held.map((item) => item.id), 'quest_none', 'vote_none_none']
  const own = await ask(NODES, { ids, id: votes.nodes[0].id })
  const found = JSON.parse(own.ours).data
  expect(found.node.__typename).toBe('Vote')
  expect(found.nodes.map((node: { id: string } | null) => node?.id ?? null)).toEqual([
    ...ids.slice(0, -2),
    null,
    null,
  ])
  expect(own.theirs).toBe(own.ours)
  const barbara = await demoToken(system, 'barbara')
  const others = await ask(NODES, { ids, id: votes.nodes[0].id }, barbara)
  expect(JSON.parse(others.ours).data.node).toBeNull()
  expect(JSON.parse(others.theirs)).toEqual(JSON.parse(others.ours))
})

const VOTES = `subscription ($id: ID!) {
  proposal(id: $id) { id yesVotes proposer { username level } }
}`

test('Hive Gateway sends what a subscription of a service says, with fields of another', async () => {
  await using gateway = startGateway()
  const ada = await system.join('adam')
  const id = await addProposal(system, { proposerId: ada.id })
  const client = createClient({
    url: 'http://gateway/graphql',
    headers: { authorization: `Bearer ${await ada.token()}` },
    fetchFn: gateway.fetch,
    retryAttempts: 0,
  })
  const results = client.iterate<{ proposal: { yesVotes: number } }>({
    query: VOTES,
    variables: { id },
  })
  const proposer = { username: 'adam', level: 1 }
  const showing = (yesVotes: number) => ({ data: { proposal: { id, yesVotes, proposer } } })
  expect((await results.next()).value).toEqual(showing(0))
  const vote = `mutation { castVote(proposalId: "${id}", input: { vote: yes }) { proposalId } }`
  await system.graphql(vote, { token: await ada.token() })
  for await (const result of results) {
    // The proposal itself may be a change, too.
    if (result.data!.proposal.yesVotes === 0) continue
    expect(result).toEqual(showing(1))
    break
  }
})
