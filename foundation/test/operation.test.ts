// Operations are parsed, validated and prepared once, until the cache evicts them.
import { describe, expect, test } from 'vitest'
import { parse, Kind, GraphQLError } from 'graphql'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { schema } from './execution-results.ts'

describe('A document', () => {
  const { prepare } = createOperationCache(schema, { execution: 'compiled', size: 2 })

  test('a document is evicted by others used since', () => {
    const first = prepare('{ me { id } }')
    prepare('{ me { name } }')
    expect(prepare('{ me { id } }')).toBe(first)
    prepare('{ grace { id } }')
    prepare('{ grace { name } }')
    expect(prepare('{ me { id } }')).not.toBe(first)
  })

  test('a document is evicted by long ones, and one that is too long is not cached', () => {
    const cache = createOperationCache(schema, { execution: 'compiled' })
    const long = (name: string, units = 100 * 1024) => `{ ${name}: asked } # ${'x'.repeat(units)}`
    const first = cache.prepare(long('a'))
    expect(cache.prepare(long('a'))).toBe(first)
    for (let index = 0; index < 30; index += 1) cache.prepare(long(`a${index}`))
    expect(cache.prepare(long('a'))).not.toBe(first)
    const tooLong = long('a', 10 * 1024 * 1024)
    expect(cache.prepare(tooLong)).not.toBe(cache.prepare(tooLong))
  })

  test('a document that does not parse or fit the schema is refused', () => {
    expect(() => prepare('{ asked')).toThrow(GraphQLError)
    const invalid = () => prepare('{ unknown asked { id } }')
    expect(invalid).toThrow(AggregateError)
    expect(invalid).toThrow('Cannot query field "unknown" on type "Query".')
  })

  test('a trusted document is not validated until it is used untrusted', () => {
    const source = '{ asked unknown }'
    expect(prepare(source, { trusted: true }).node.kind).toBe(Kind.OPERATION_DEFINITION)
    expect(() => prepare(source)).toThrow(AggregateError)
  })

  test('a document must have the requested operation', () => {
    const source = 'query A { asked } query B { asked }'
    expect(() => prepare(source, { operationName: 'C' })).toThrow('Unknown operation named "C".')
    expect(() => prepare(source)).toThrow('The document must contain one operation')
    const document = parse('query A { asked } query B { ...F } fragment F on Query { asked }')
    expect(prepare(document, { operationName: 'A' }).node.name?.value).toBe('A')
    const b = prepare(document, { operationName: 'B' })
    expect(b.node.name?.value).toBe('B')
    expect(b.document.definitions).toHaveLength(2)
  })

  test.each([
    ['subscription { a b }', 'A subscription must select one root field.'],
    ['subscription { ...F } fragment F on S { a ... { b: a } }', 'must select one root field.'],
    ['subscription { __typename }', 'A subscription must select one root field.'],
    ['subscription { a @skip(if: false) }', 'must not have @skip or @include.'],
    ['subscription { ... @include(if: true) { a } }', 'must not have @skip or @include.'],
    ['{ me { ... @defer { id } } }', '@defer is not supported.'],
    ['{ people @stream { id } }', '@stream is not supported.'],
  ])('%s is refused', (source, message) => {
    expect(() => prepare(source, { trusted: true })).toThrow(message)
  })
})
