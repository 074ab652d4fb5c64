// Every object by its id, visible only to those who may see it, over every path.
import { readFileSync } from 'node:fs'
import { typesIn as definitionsIn } from 'federation-check'
import { buildSchema, isInterfaceType, isObjectType, parse, type GraphQLObjectType } from 'graphql'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { subgraphSdl } from '#foundation/service/sdl.ts'
import { addCourse, addProposal, addQuest } from '#test/story.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { READERS, type NodeItem, type Reader } from '#test/tested-service.ts'
import { OWN_TYPES } from '../subgraphs/identity/domain/nodes/own-node.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { tellNodeStory, type NodeStory } from './node-story.ts'

const NODE = 'query ($id: ID!) { node(id: $id) { id __typename } }'
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'

const owners = new Map(
  subgraphs.flatMap(({ name, nodes = {} }) => Object.values(nodes).map((type) => [type, name])),
)

const canSee = ({ seenBy }: NodeItem, reader: Reader) => !seenBy || seenBy.includes(reader)

describe('the schema', () => {
  const api = buildSchema(readFileSync(new URL('../schema/api.graphql', import.meta.url), 'utf8'))
  const withId = Object.values(api.getTypeMap())
    .filter((type): type is GraphQLObjectType => isObjectType(type) && 'id' in type.getFields())
    .map(({ name }) => name)

  test('every object with an id implements Node', () => {
    const node = api.getType('Node')
    const nodes = isInterfaceType(node) ? api.getPossibleTypes(node).map(({ name }) => name) : []
    // A completion has the id of its credential, and an event that of its subject; changes of xp never change.
    const others = new Set(['IssuedCredential', 'EventSubject', 'XpChange'])
    expect(withId.filter((name) => !others.has(name)).toSorted()).toEqual(nodes.toSorted())
    const known = [...owners.keys(), ...[...OWN_TYPES.values()].map(({ type }) => type)]
    expect(known.toSorted()).toEqual(nodes.toSorted())
  })

  test.each([...owners])('%s is an entity of %s, which looks it up', (type, service) => {
    const subgraph = subgraphs.find(({ name }) => name === service)!
    expect(definitionsIn(parse(subgraphSdl(subgraph))).get(type)?.node.directives).toMatchObject([
      { name: { value: 'key' }, arguments: [{ value: { value: 'id' } }] },
    ])
    expect(subgraph.resolvers[type].__resolveReference).toBeTypeOf('function')
  })
})

describe.each(['one process', 'over HTTP'] as const)('in %s', (topology) => {
  let system: TestSystem
  let story: NodeStory
  beforeAll(async () => {
    system = await startTestSystem({ topology })
    story = await tellNodeStory(system)
  })
  afterAll(() => system.stop())

  const nodesFor = async (ids: string[], token: string) => {
    const { body } = await system.graphql(NODES, { token, variables: { ids } })
    expect(body.errors).toBeUndefined()
    return body.data.nodes as ({ id: string; __typename: string } | null)[]
  }

  /** The types of the objects that somebody found, by their index in the story. */
  const typesIn = (found: ({ __typename: string } | null | undefined)[]) =>
    found.map((node, at) => [at, node === null ? null : node?.__typename])
  const typesFor = (reader: Reader) =>
    story.items.map((item, at) => [at, canSee(item, reader) ? item.type : null])

  test('the story has a node of every type', () => {
    const types = new Set(story.items.map(({ type }) => type))
    const all = [...owners.keys(), ...[...OWN_TYPES.values()].map(({ type }) => type)]
    expect([...types].toSorted()).toEqual(all.toSorted())
  })

  test.each(READERS)(
    '%s finds the nodes that they may see, and null for all others',
    async (reader) => {
      const token = story.tokens[reader]
      const seen = await nodesFor(
        story.items.map(({ id }) => id),
        token,
      )
      expect(typesIn(seen)).toEqual(typesFor(reader))
      const single = story.items.map(({ id }) =>
        system.graphql(NODE, { token, variables: { id } }).then(({ body }) => body.data.node),
      )
      expect(typesIn(await Promise.all(single))).toEqual(typesFor(reader))
    },
  )

  test.each(READERS)('the services show %s the same nodes as entities', async (reader) => {
    const query = `query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }`
    const types = story.items.map(async ({ type, id }) => {
      const at = owners.get(type)
      if (at === undefined) return undefined
      const variables = { of: [{ __typename: type, id }] }
      const { body } = await system.graphql(query, { token: story.tokens[reader], variables, at })
      return body.data._entities[0]
    })
    const expected = typesFor(reader).map((seen, at) =>
      owners.has(story.items[at]!.type) ? seen : [at, undefined],
    )
    expect(typesIn(await Promise.all(types))).toEqual(expected)
  })

  test('a node that a scope guards needs that scope', async () => {
    for (const { type, id, scope, seenBy = [] } of story.items) {
      const isAdministered = seenBy.join() === 'alan'
      const needed = scope ?? (isAdministered ? 'admin' : undefined)
      if (needed === undefined) continue
      const scopes = ['identity', 'credentials', 'wallet'].filter((name) => name !== needed)
      const reader = isAdministered ? 'alan' : 'ada'
      const token = await story.tokenOf(reader, scopes.join(' '))
      expect(await nodesFor([id], token), type).toEqual([null])
    }
  })

  test('fields come from the services that own the objects', async () => {
    const idOf = (type: string) => story.items.find((item) => item.type === type)!.id
    const { body } = await system.graphql(
      `query ($quest: ID!, $vote: ID!, $purchase: ID!, $presence: ID!, $me: ID!) {
        quest: node(id: $quest) { id ... on Quest { title myState { status } } }
        vote: node(id: $vote) { ... on Vote { vote proposal { title } } }
        purchase: node(id: $purchase) { ... on Purchase { price asset { owner { displayName } } } }
        presence: node(id: $presence) { ... on Node { id } ... on Presence { realm { name } } }
        me: node(id: $me) { ... on Identity { displayName gold skillPoints } }
      }`,
      {
        token: story.tokens.ada,
        variables: {
          quest: idOf('Quest'),
          vote: idOf('Vote'),
          purchase: idOf('Purchase'),
          presence: idOf('Presence'),
          me: idOf('Identity'),
        },
      },
    )
    expect(body).toEqual({
      data: {
        quest: { id: idOf('Quest'), title: 'Light the Beacon', myState: { status: 'done' } },
        vote: { vote: 'yes', proposal: { title: 'Plant a Grove' } },
        purchase: { price: 30, asset: { owner: { displayName: 'Ada' } } },
        presence: { id: idOf('Presence'), realm: { name: 'The Beacon Hills' } },
        me: { displayName: 'Ada', gold: 70, skillPoints: 0 },
      },
    })
  })

  test('an id of nothing is null, whatever its text', async () => {
    const texts = [
      '',
      'quest',
      'quest_',
      'quest_1',
      'vote_1',
      'posting_1_x',
      'constructor_1',
      '%00',
    ]
    const ids = [...texts, '__proto__', 'quest_\u0000', 'x'.repeat(100_000)]
    expect(await nodesFor(ids, story.tokens.alan)).toEqual(ids.map(() => null))
  })

  test('nodes come in the order of their ids, also of repeated ones, and more than a hundred are refused', async () => {
    const [one, other] = story.items.filter(({ seenBy }) => !seenBy)
    const ids = [other!.id, 'quest_none', one!.id, other!.id]
    const found = await nodesFor(ids, story.tokens.grace)
    expect(found.map((node) => node?.id ?? null)).toEqual([ids[0], null, ids[2], ids[0]])
    const variables = { ids: Array.from({ length: 101 }, (_none, n) => `quest_${n}`) }
    const { body } = await system.graphql(NODES, { token: story.tokens.grace, variables })
    expect(body.errors).toMatchObject([
      { extensions: { code: 'VALIDATION_ERROR', details: { field: 'ids' } } },
    ])
  })

  test('nobody reads a node without the scope identity, or without a token', async () => {
    const variables = { id: story.items[0]!.id }
    const token = await story.tokenOf('ada', 'wallet')
    const { body } = await system.graphql(NODE, { token, variables })
    expect(body.errors[0].extensions.details).toEqual({ requiredScope: 'identity' })
    const { body: refused } = await system.graphql(NODE, { variables })
    expect(refused.errors[0].extensions.code).toBe('INVALID_TOKEN')
  })
})

test('while a service is away, its nodes are errors and the others are found', async () => {
  const system = await startTestSystem({ topology: 'over HTTP' })
  const token = await (await system.join('ada')).token()
  const [quest, course] = [await addQuest(system), await addCourse(system)]
  const variables = { ids: [quest, course, quest] }
  await system.graphql(NODES, { token, variables })
  await system.stopService('path')
  const { body } = await system.graphql(NODES, { token, variables })
  await system.stop()
  expect(body.data.nodes).toEqual([null, { __typename: 'Course', id: course }, null])
  const error = (at: number) => ({
    path: ['nodes', at],
    extensions: { code: 'INTERNAL_ERROR', details: { service: 'path', retry: true } },
  })
  expect(body.errors).toMatchObject([error(0), error(2)])
})

test('any number of ids costs the same statements', async () => {
  const system = await startTestSystem()
  const token = await (await system.join('ada')).token()
  const ids: string[] = []
  for (let count = 0; count < 20; count += 1) {
    ids.push(await addQuest(system), await addCourse(system), await addProposal(system))
  }
  const query = `query ($ids: [ID!]!) {
    nodes(ids: $ids) {
      id ... on Quest { title } ... on Course { title } ... on Proposal { title myVote { vote } }
    }
  }`
  const statementsFor = async (some: string[]) => {
    const sent = vi.spyOn(Client.prototype, 'query')
    const { body } = await system.graphql(query, { token, variables: { ids: some } })
    const texts = sent.mock.calls.map(([statement]) => JSON.stringify(statement))
    sent.mockRestore()
    expect(body.data.nodes).toHaveLength(some.length)
    expect(body.errors).toBeUndefined()
    const reads = texts.filter((text) => /from \W*(quests|courses|proposals|votes)/.test(text))
    // Sweeps continue meanwhile.
    return reads.filter((text) => !text.includes('skip locked')).length
  }
  const few = await statementsFor(ids.slice(0, 3))
  const many = await statementsFor(ids)
  await system.stop()
  expect(many).toBe(few)
  // Each type once for visibility and once for its fields, and the votes.
  expect(few).toBe(7)
})
