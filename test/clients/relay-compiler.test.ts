// Relay's own compiler, with our schema: fragments that refetch themselves, a paged list, and an edge
// that a mutation adds. What it generates runs against the system, a subscription with Relay's own store.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import relay, {
  type ConcreteRequest,
  type FetchFunction,
  type SubscribeFunction,
} from 'relay-runtime'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addProposal, addQuest } from '../support/story.ts'
import { startTestSystem, type TestSystem } from '../support/system.ts'
import { createSseClient, createWsClient } from './live-clients.ts'

const COMPILER = createRequire(import.meta.url).resolve('relay-compiler/cli.js')
const API = fileURLToPath(new URL('../../schema/api.graphql', import.meta.url))

const APP = `
graphql\`
  fragment App_person on Identity @refetchable(queryName: "AppPersonQuery") {
    displayName
    level
    gold
  }
\`
graphql\`
  fragment App_quest on Quest @refetchable(queryName: "AppQuestQuery") {
    title
    myState { status }
  }
\`
graphql\`
  fragment App_quests on Identity
  @refetchable(queryName: "AppQuestsQuery")
  @argumentDefinitions(
    count: { type: "Int", defaultValue: 1 }
    cursor: { type: "String" }
  ) {
    completedQuests(first: $count, after: $cursor) @connection(key: "App_completedQuests") {
      edges { node { title } }
      totalCount
    }
  }
\`
graphql\`
  mutation AppVoteMutation($id: ID!, $connections: [ID!]!) {
    castVote(proposalId: $id, input: { vote: yes }) {
      proposal { id yesVotes myVote { vote } }
      voteEdge @prependEdge(connections: $connections) { cursor node { id vote } }
    }
  }
\`
graphql\`
  query AppProposalQuery($id: ID!) {
    proposal(id: $id) { yesVotes proposer { username } }
  }
\`
graphql\`
  subscription AppVotesSubscription($id: ID!) {
    proposal(id: $id) { yesVotes }
  }
\`
`

let folder: string
let system: TestSystem
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-relay-'))
  await mkdir(join(folder, 'src/__generated__'), { recursive: true })
  const files = {
    'package.json': '{"type": "module"}',
    'relay.config.json': JSON.stringify({
      src: './src',
      schema: './api.graphql',
      language: 'javascript',
      eagerEsModules: true,
      artifactDirectory: './src/__generated__',
    }),
    'api.graphql': await readFile(API),
    'src/App.js': APP,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await promisify(execFile)(process.execPath, [COMPILER, 'relay.config.json'], { cwd: folder })
  system = await startTestSystem()
})
afterAll(async () => {
  await system?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The document that the compiler has written for an operation. */
async function compiled(name: string): Promise<string> {
  const artifact = await readFile(join(folder, `src/__generated__/${name}.graphql.js`), 'utf8')
  return JSON.parse(/"text": (".*")/.exec(artifact)![1]!) as string
}

async function run(name: string, token: string, variables: object) {
  const { body } = await system.graphql(await compiled(name), { token, variables })
  expect(body.errors).toBeUndefined()
  return body.data
}

test('a fragment on a person or a quest refetches itself by its id', async () => {
  const ada = await system.join('ada')
  const token = await ada.token()
  const person = await run('AppPersonQuery', token, { id: ada.id })
  expect(person.node).toMatchObject({ __typename: 'Identity', displayName: 'Ada', gold: 0 })
  const id = await addQuest(system)
  const { node } = await run('AppQuestQuery', token, { id })
  expect(node).toMatchObject({ title: 'Light the Beacon', myState: { status: 'available' } })
})

test('a list refetches page after page', async () => {
  const grace = await system.join('grace')
  const token = await grace.token()
  const complete = 'mutation ($id: ID!) { completeQuest(questId: $id) { success } }'
  for (const title of ['One', 'Two']) {
    const id = await addQuest(system, { title })
    await system.graphql(complete, { token, variables: { id } })
  }
  const first = await run('AppQuestsQuery', token, { id: grace.id, count: 1 })
  const { edges, pageInfo, totalCount } = first.node.completedQuests
  expect([edges[0].node.title, pageInfo.hasNextPage, totalCount]).toEqual(['Two', true, 2])
  const page = { id: grace.id, count: 1, cursor: pageInfo.endCursor }
  const second = await run('AppQuestsQuery', token, page)
  expect(second.node.completedQuests.edges[0].node.title).toBe('One')
})

test('a vote returns the edge that Relay adds to a list', async () => {
  const token = await (await system.join('alan')).token()
  const id = await addProposal(system)
  const { castVote } = await run('AppVoteMutation', token, { id })
  expect(castVote).toEqual({
    proposal: { id, yesVotes: 1, myVote: expect.objectContaining({ vote: 'yes' }) as object },
    voteEdge: { cursor: expect.any(String) as string, node: castVote.voteEdge.node },
  })
  expect(castVote.voteEdge.node).toEqual({ id: castVote.proposal.myVote.id, vote: 'yes' })
})

async function artifact(name: string): Promise<ConcreteRequest> {
  const file = join(folder, `src/__generated__/${name}.graphql.js`)
  return ((await import(file)) as { default: ConcreteRequest }).default
}

test.each([
  ['graphql-sse', createSseClient],
  ['graphql-ws', createWsClient],
])("Relay's store follows a subscription by %s", async (way, createClient) => {
  const person = await system.join(way.replace('-', ''))
  const token = await person.token()
  const id = await addProposal(system, { proposerId: person.id })
  const live = createClient({ url: `${system.address('router')}/graphql`, token })
  onTestFinished(() => void live.dispose())
  const send: FetchFunction = async ({ text }, variables) =>
    (await system.graphql(text!, { token, variables })).body as object as never
  const subscribe: SubscribeFunction = ({ text, name }, variables) =>
    relay.Observable.create((sink) =>
      live.subscribe(
        { query: text!, operationName: name, variables },
        { ...sink, next: (result) => sink.next(result as never) },
      ),
    )
  const environment = new relay.Environment({
    network: relay.Network.create(send, subscribe),
    store: new relay.Store(new relay.RecordSource()),
  })
  const query = relay.createOperationDescriptor(await artifact('AppProposalQuery'), { id })
  environment.retain(query)
  await relay.fetchQuery(environment, query.request.node, { id }).toPromise()
  const shown = () => environment.lookup(query.fragment).data
  expect(shown()).toMatchObject({ proposal: { yesVotes: 0 } })
  const subscription = await artifact('AppVotesSubscription')
  relay.requestSubscription(environment, { subscription, variables: { id } })
  await run('AppVoteMutation', token, { id })
  await expect.poll(shown).toMatchObject({
    proposal: { yesVotes: 1, proposer: { username: person.username } },
  })
})
