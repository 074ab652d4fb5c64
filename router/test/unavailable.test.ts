// A subgraph that does not answer: which fields of a fetch are reported as missing.
import { getOperationAST, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import { createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { callerOf } from '#test/caller.ts'
import { freePorts } from '#test/ports.ts'
import { httpDataSource } from '../over-http.ts'
import { unavailableAnswer } from '../unavailable.ts'

const answerTo = (operation: string) =>
  unavailableAnswer(serviceUnavailable('path'), getOperationAST(parse(operation))!)

const ENTITIES = 'query ($representations: [_Any!]!) { _entities(representations: $representations)'

describe('the errors of a fetch', () => {
  test.each<[what: string, operation: string, paths: (string | number)[][]]>([
    ['one root field', '{ quests { nodes { id } } }', [['quests']]],
    ['several', '{ quest(id: 1) { id } quests { totalCount } }', [['quest'], ['quests']]],
    ['renamed ones', '{ a: quest(id: 1) { id } b: quest(id: 2) { id } }', [['a'], ['b']]],
    ['a mutation', 'mutation { completeQuest(questId: 1) { newXP } }', [['completeQuest']]],
    [
      'entities',
      `${ENTITIES} { ... on Identity { completedQuests { totalCount } } } }`,
      [['_entities', 0, 'completedQuests']],
    ],
    [
      'several fields of entities',
      `${ENTITIES} { ... on Identity { a: xp level } } }`,
      [
        ['_entities', 0, 'a'],
        ['_entities', 0, 'level'],
      ],
    ],
    [
      'entities by their type',
      `${ENTITIES} { __typename ... on Identity { __typename xp } } }`,
      [['_entities', 0, 'xp']],
    ],
    [
      'entities of two types',
      `${ENTITIES} { ... on Identity { xp } ... on Quest { title xp } } }`,
      [
        ['_entities', 0, 'xp'],
        ['_entities', 0, 'title'],
      ],
    ],
    [
      'entities in fragments',
      `${ENTITIES} { ... on Identity { ... @include(if: true) { xp } } } }`,
      [['_entities', 0, 'xp']],
    ],
  ])('of %s name what is missing', (_what, operation, paths) => {
    const { data, errors } = answerTo(operation)
    expect(data).toBeNull()
    expect(errors!.map(({ path }) => path)).toEqual(paths)
  })

  test('say which service is away and that asking again may help', () => {
    const [first, second] = answerTo(
      '{ a: quests { totalCount } b: quests { totalCount } }',
    ).errors!
    expect(first).toEqual({
      message: 'The path service does not answer.',
      path: ['a'],
      extensions: { code: 'INTERNAL_ERROR', details: { service: 'path', retry: true } },
    })
    expect(second!.extensions).not.toBe(first!.extensions)
  })
})

test('a subgraph that nobody listens for costs one error, however often an entity was asked', async () => {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/graphql`
  const client = createSubgraphClient({ name: 'identity', url, serviceTokens: undefined })
  const ada = { __typename: 'Identity', id: 'ada' }
  const request = {
    query: `${ENTITIES} { ... on Identity { displayName } } }`,
    variables: { representations: [ada, ada, ada] },
  }
  const context = { caller: callerOf() }
  const answer = await httpDataSource(client).process({ request, context } as never)
  expect(answer).toEqual({
    data: null,
    errors: [expect.objectContaining({ path: ['_entities', 0, 'displayName'] })],
  })
  await client.close()
})
