// Plans: made once for each operation, kept within a limit, and compiled node by node.
import { Supergraph } from '@apollo/federation-internals'
import { QueryPlanner, type PlanNode } from '@apollo/query-planner'
import { parse } from 'graphql'
import { expect, test, vi } from 'vitest'
import { compileOperation } from '../execute.ts'
import { createOperations } from '../operations.ts'
import { readExecutable } from '../supergraph.ts'
import { library } from './library.ts'

const graph = await library()

function operationsOf(planSize?: number) {
  const supergraph = readExecutable(graph.supergraphSdl)
  const planner = new QueryPlanner(Supergraph.build(supergraph.sdl))
  const plans = vi.spyOn(planner, 'buildQueryPlan')
  const size = planSize === undefined ? {} : { planSize }
  const operations = createOperations({ planner, schema: graph.schema, supergraph, ...size })
  return { operations, planned: () => plans.mock.calls.length }
}

test('an operation is planned once, whatever its name and the rest of its document', () => {
  const { operations, planned } = operationsOf()
  const first = operations.get(parse('query One { first { title } }'))
  expect(operations.get(parse('{ first { title } }'))).toBe(first)
  const two =
    'query One { first { title ...F } } query Two { first { title } } fragment F on Book { id }'
  expect(operations.get(parse(two), 'Two')).toBe(first)
  expect(planned()).toBe(1)
  expect(operations.get(parse(two), 'One')).not.toBe(first)
  expect(planned()).toBe(2)
})

test('an operation is planned for each combination of its conditions', () => {
  const { operations, planned } = operationsOf()
  const document = parse('query ($a: Boolean = true) { first { id title @include(if: $a) } }')
  const kept = operations.get(document)
  expect(operations.get(document, null, { a: true })).toBe(kept)
  expect(operations.get(document, null, { a: false })).toBe(
    operations.get(parse('query ($a: Boolean = true) { first { id } }')),
  )
  expect(planned()).toBe(2)
})

test('kept plans have a limit in all', () => {
  const { operations, planned } = operationsOf(2_000)
  const texts = Array.from({ length: 20 }, (_, index) => `{ a${index}: first { copies } }`)
  for (const text of texts) operations.get(parse(text))
  operations.get(parse(texts.at(-1)!))
  expect(planned()).toBe(20)
  operations.get(parse(texts[0]!))
  expect(planned()).toBe(21)
})

test('documents that are kept elsewhere do not keep the plans that were dropped', () => {
  const { operations, planned } = operationsOf(2_000)
  const documents = Array.from({ length: 20 }, (_, index) =>
    parse(`{ a${index}: first { copies } }`),
  )
  for (const document of documents) operations.get(document)
  operations.get(documents[0]!)
  expect(planned()).toBe(21)
})

test('a plan that is used is kept, however its document is recognized', () => {
  const { operations, planned } = operationsOf(2_000)
  const used = parse('{ used: first { copies } }')
  operations.get(used)
  for (let index = 0; index < 20; index += 1) {
    operations.get(parse(`{ a${index}: first { copies } }`))
    operations.get(used)
  }
  expect(planned()).toBe(21)
})

const names = { keyOf: () => '', nameOf: (key: string) => key }
const { types } = readExecutable(graph.supergraphSdl)
const compile = (node: PlanNode | { kind: 'Subscription'; primary: never }) => {
  const document = parse('query ($on: Boolean = true) { first { title } }')
  const named = { ...names, keyOf: (field: { name: { value: string } }) => field.name.value }
  const plan = { kind: 'QueryPlan', node } as const
  return compileOperation({ plan, document, names: named, schema: graph.schema, types })
}
const fetchNode: PlanNode = {
  kind: 'Fetch',
  serviceName: 'books',
  operation: '{ first { title } }',
  operationKind: 'query' as never,
  operationName: undefined,
}

test('a condition node runs one of its branches', async () => {
  const run = compile({ kind: 'Condition', condition: 'on', ifClause: fetchNode })
  const { fetch } = graph
  expect(await run({ fetch })).toEqual({ data: { first: { title: 'Book 1' } } })
  expect(await run({ fetch, variables: { on: false } })).toEqual({ data: { first: null } })
})

test('plans with nodes that are not served are refused when they are compiled', () => {
  const deferred: PlanNode = { kind: 'Defer', primary: { node: fetchNode }, deferred: [] }
  expect(() => compile(deferred)).toThrow('@defer is not supported.')
  expect(() => compile({ kind: 'Subscription', primary: fetchNode as never })).toThrow(
    'Subscriptions are not supported.',
  )
})
