// Limits of a GraphQL document: depth, aliases and fields by validation.
import {
  buildSchema,
  getIntrospectionQuery,
  parse,
  validate,
  visit,
  type DocumentNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { requestLimitRules, type RequestLimits } from '#foundation/limits/request-limits.ts'
import { isIntrospectionOnly } from '#foundation/limits/root-fields.ts'
import { requestLimitSettings } from '#foundation/limits/settings.ts'

const DEFAULTS = requestLimitSettings.read({})

const schema = buildSchema(`
  type Query { me: Identity, quests: [Quest], proposals: [Proposal] }
  type Mutation { castVote(vote: String): Proposal, completeQuest: Quest }
  type Identity { id: ID, username: String, friends: [Identity], quests: [Quest] }
  type Quest { id: ID, title: String, author: Identity }
  type Proposal { id: ID, title: String, proposer: Identity }
`)

function violationsOf(source: string, limits: Partial<RequestLimits>) {
  const rules = requestLimitRules({ ...DEFAULTS, ...limits })
  return validate(schema, parse(source), rules).map(({ message, extensions }) => ({
    message,
    ...extensions,
  }))
}

/** The depth of a document as the rule sees it: the smallest limit that it passes. */
function depthOf(source: string): number {
  let depth = 0
  while (violationsOf(source, { depth }).length > 0) depth += 1
  return depth
}

const repeat = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ')

const aliased = (count: number, field: string, prefix = 'a') =>
  repeat(count, (n) => `${prefix}${n}: ${field}`)

describe('the depth', () => {
  test.each([
    ['{ me { id } }', 2],
    ['{ me { id } quests { author { friends { id } } } }', 4],
    ['{ ... { me { ... on Identity { ... { id } } } } }', 2],
    [
      '{ ...Me } fragment Me on Query { me { ...Friends } } fragment Friends on Identity { friends { id } }',
      3,
    ],
    ['{ me { ...F friends { ...F } } } fragment F on Identity { friends { id } }', 4],
    ['{ me { __typename } __typename }', 1],
    ['query A { me { id } } query B { me { friends { id } } }', 3],
    ['mutation { castVote { id } }', 2],
    ['{ me { id } } fragment Unused on Identity { friends { friends { friends { id } } } }', 2],
    ['{ me { ...Unknown } }', 1],
  ])('the depth of %s is %i', (source, depth) => {
    expect(depthOf(source)).toBe(depth)
  })

  test('the depth is 12 at most by default', () => {
    const nested = (levels: number): string =>
      levels === 1 ? 'id' : `friends { ${nested(levels - 1)} }`
    expect(violationsOf(`{ me { ${nested(11)} } }`, {})).toEqual([])
    expect(violationsOf(`{ me { ${nested(12)} } }`, {})).toEqual([
      {
        message: 'The operation nests fields 13 levels deep; the depth limit is 12.',
        code: 'VALIDATION_ERROR',
        details: { reason: 'DEPTH_LIMIT', limit: 12 },
      },
    ])
  })

  test('introspection does not count towards the depth', () => {
    expect(violationsOf(getIntrospectionQuery(), { depth: 3 })).toEqual([])
    expect(
      depthOf('{ __type(name: "Quest") { fields { type { ofType { name } } } } me { id } }'),
    ).toBe(2)
  })

  test('an alias does not pass a field off as introspection', () => {
    expect(depthOf('{ __schema: me { __type: friends { id } } }')).toBe(3)
  })
})

describe('the aliases', () => {
  test.each([
    ['{ a: __schema { types { name } } b: __schema { types { kind } } }', 'Query.__schema'],
    ['{ __schema { types { a: name b: name } } }', '__Type.name'],
    ['{ __schema { types { ...T } } } fragment T on __Type { a: kind b: kind }', '__Type.kind'],
  ])('a schema field may have one alias, since nothing else limits it: %s', (query, field) => {
    expect(violationsOf(query, {})).toEqual([
      {
        message: `${field} is selected under 2 names; the alias limit is 1.`,
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALIAS_LIMIT', limit: 1 },
      },
    ])
  })

  test('one field may have 15 aliases by default', () => {
    expect(violationsOf(`{ ${aliased(15, 'me { id }')} }`, {})).toEqual([])
    expect(violationsOf(`{ ${aliased(16, 'me { id }')} }`, {})).toEqual([
      {
        message: 'Query.me is selected under 16 names; the alias limit is 15.',
        code: 'VALIDATION_ERROR',
        details: { reason: 'ALIAS_LIMIT', limit: 15 },
      },
    ])
  })

  test('the name of a field counts as one of its aliases', () => {
    expect(violationsOf(`{ me { id ${aliased(2, 'id')} } }`, { aliases: 2 })).toHaveLength(1)
  })

  test('aliases of different fields are counted separately', () => {
    const both = `{ ${aliased(15, 'me { id }')} ${aliased(15, 'quests { id }', 'b')} }`
    expect(violationsOf(both, {})).toEqual([])
  })

  test('an alias counts once, wherever it is repeated', () => {
    const source = '{ me { id: username friends { id: username friends { id: username } } } }'
    expect(violationsOf(source, { aliases: 1 })).toEqual([])
  })

  test('aliases are counted across paths, inline fragments and fragments of the same type', () => {
    const source = `
      { a: me { a: id } quests { author { b: id ... on Identity { c: id } ...F } } }
      fragment F on Identity { d: id ...G } fragment G on Identity { e: id ...F }`
    expect(violationsOf(source, { aliases: 5 })).toEqual([])
    expect(violationsOf(source, { aliases: 4 })).toMatchObject([
      { message: 'Identity.id is selected under 5 names; the alias limit is 4.' },
    ])
  })

  test('aliases are counted in each operation separately', () => {
    const operations = ['A', 'B'].map(
      (name) => `query ${name} { ${aliased(10, 'me { id }', name)} }`,
    )
    expect(violationsOf(operations.join(' '), {})).toEqual([])
    expect(violationsOf(operations.join(' '), { aliases: 9 })).toHaveLength(2)
  })

  test('aliases in an unused fragment are not counted', () => {
    const unused = `{ me { id } } fragment F on Identity { ${aliased(20, 'id')} }`
    expect(violationsOf(unused, {})).toEqual([])
  })

  test('aliases of introspection count as well, and the standard query has few', () => {
    expect(violationsOf(`{ ${aliased(16, '__schema { description }')} }`, {})).toHaveLength(1)
    expect(violationsOf(getIntrospectionQuery(), { aliases: 1 })).toEqual([])
  })
})

describe('the fields', () => {
  const doubling = (type: string, selected: string) =>
    `fragment F11 on ${type} { ${selected} } ${repeat(
      11,
      (n) => `fragment F${n} on ${type} { ...F${n + 1} ...F${n + 1} }`,
    )}`

  test.each([
    ['a root', `{ ...F0 } ${doubling('Query', '__typename')}`, 2048],
    ['an object', `{ me { ...F0 } } ${doubling('Identity', '__typename')}`, 2049],
    ['a schema', `{ me { id } ...F0 } ${doubling('Query', '__schema { types { name } }')}`, 2050],
  ])(
    'the fields of %s include introspection, which a planner expands like any other',
    (_, source, fields) => {
      expect(violationsOf(source, {})).toEqual([
        {
          message: `The operation selects ${fields} fields; the field limit is 2000.`,
          code: 'VALIDATION_ERROR',
          details: { reason: 'FIELD_LIMIT', limit: 2000 },
        },
      ])
    },
  )

  test('the fields of schema types are not counted', () => {
    expect(violationsOf(getIntrospectionQuery(), { fields: 1 })).toEqual([])
  })
})

describe('introspection only', () => {
  test.each([
    ['{ __typename }', true],
    ['{ ...F } fragment F on Query { __schema { description } ... { __typename } }', true],
    ['{ __typename me { id } }', false],
    ['{ __typename ...F } fragment F on Query { __typename: me { id } }', false],
    ['{ __schema: me { id } }', false],
    ['{ ...Unknown }', false],
    ['query A { __typename } query B { me { id } }', false],
  ])('%s is introspection only: %s', (source, expected) => {
    expect(isIntrospectionOnly(parse(source), undefined)).toBe(expected)
  })

  test('the standard query is introspection only', () => {
    expect(isIntrospectionOnly(parse(getIntrospectionQuery()), 'IntrospectionQuery')).toBe(true)
  })

  test('only the named operation is checked for introspection', () => {
    const document = parse('query A { __typename } query B { me { id } }')
    expect(isIntrospectionOnly(document, 'A')).toBe(true)
    expect(isIntrospectionOnly(document, 'B')).toBe(false)
  })
})

// If the work doubled with each fragment, it would never end.
describe('an expensive document of 1,000 tokens', () => {
  const spreads = repeat(23, (n) => `...F${n}`)
  const documents = {
    'doubles at every spread': `{ ...F0 } fragment F98 on Query { me { id } }
      ${repeat(98, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)}`,
    'doubles at every level': `{ me { ...F0 } } fragment F48 on Identity { id }
      ${repeat(48, (n) => {
        const next = `friends { ...F${n + 1} }`
        return `fragment F${n} on Identity { a: ${next} b: ${next} }`
      })}`,
    'spreads all in all, in cycles': `{ me { ...F0 } }
      ${repeat(17, (n) => `fragment F${n} on Identity { friends { ...F${n} } ${spreads} }`)}`,
    'shares a chain among operations': `${repeat(70, (n) => `query Q${n} { ...F0 }`)}
      ${repeat(60, (n) => `fragment F${n} on Query { ...F${n + 1} }`)}`,
  }

  test.each(Object.entries(documents))(
    'a document that %s takes less work to check than a harmless one',
    (_, source) => {
      const document = parse(source, { maxTokens: 1000 })
      expect(document.tokenCount).toBeGreaterThan(850)
      const harmless = parse(`{ ${repeat(220, () => 'me { id }')} }`)
      expect(readsOf(document)).toBeLessThan(readsOf(harmless))
    },
  )
})

function judge(document: DocumentNode): void {
  validate(schema, document, requestLimitRules(DEFAULTS))
  isIntrospectionOnly(document, undefined)
}

/** How often the kind of a node is read while the document is judged: every visit of a node does so. */
function readsOf(document: DocumentNode): number {
  let reads = 0
  visit(document, {
    enter(node) {
      const { kind } = node
      Object.defineProperty(node, 'kind', { get: () => ((reads += 1), kind) })
    },
  })
  reads = 0
  judge(document)
  return reads
}
