// Variables are coerced as specified, and invalid ones are refused by field and rule.
import { describe, expect, test } from 'vitest'
import { DomainError } from '#foundation/domain/errors.ts'
import { coerceVariables, type Variables } from '#foundation/graphql/variables.ts'
import { schema, compiling, ask } from './execution-results.ts'

describe('Variables that do not fit', () => {
  /** The issues of a request, which both executors report alike. */
  async function issuesOf(variable: string, variables: Variables, argument = 'input') {
    const name = /\w+/.exec(variable)![0]
    const { data, errors } = await ask(
      `query (${variable}) { echo(${argument}: $${name}) }`,
      variables,
    )
    expect(data).toBeUndefined()
    expect(errors).toHaveLength(1)
    const { code, details } = errors[0]!.extensions as { code: string; details: object }
    expect(code).toBe('VALIDATION_ERROR')
    return 'issues' in details ? details.issues : [details]
  }

  test('invalid variables are refused with every field and rule before any resolver is called', async () => {
    const input = {
      bio: 1,
      mood: 'GLUM',
      tags: ['x', 2],
      age: 1.5,
      address: { country: null },
      extra: true,
      settings: 'none',
      bornAt: 'yesterday',
      addresses: [{ city: 'Delft' }, {}],
      parent: { username: 'ada', parent: [] },
    }
    expect(await issuesOf('$input: Profile!', { input })).toEqual([
      { field: 'username', reason: 'is required' },
      { field: 'bio', reason: 'must be a string' },
      { field: 'mood', reason: 'must be one of HAPPY, SAD' },
      { field: 'tags.1', reason: 'must be a string' },
      { field: 'age', reason: 'must be an integer' },
      { field: 'address.city', reason: 'is required' },
      { field: 'address.country', reason: 'must not be null' },
      { field: 'addresses.1.city', reason: 'is required' },
      { field: 'settings', reason: 'must be an object' },
      { field: 'bornAt', reason: 'must be a date and time such as 2026-11-20T09:30:00.000Z' },
      { field: 'parent.parent', reason: 'must be an object' },
      { field: 'extra', reason: 'is not a known field' },
    ])
  })

  test.each([
    ['$input: Profile!', {}, 'input', 'input', 'is required'],
    ['$input: Profile!', { input: null }, 'input', 'input', 'must not be null'],
    ['$input: Profile!', { input: 'ada' }, 'input', 'input', 'must be an object'],
    ['$profile: Profile', { profile: {} }, 'input', 'profile.username', 'is required'],
    ['$first: Int', { first: '3' }, 'first', 'first', 'must be an integer'],
    ['$first: Int', { first: 3e9 }, 'first', 'first', 'must be between -2147483648 and 2147483647'],
    ['$tags: [String!]', { tags: [null] }, 'tags', 'tags.0', 'must not be null'],
    ['$tags: [String!]', { tags: 7 }, 'tags', 'tags', 'must be a string'],
    ['$flag: Boolean', { flag: 'yes' }, 'flag', 'flag', 'must be true or false'],
    ['$rate: Float', { rate: 'fast' }, 'rate', 'rate', 'must be a number'],
    ['$id: ID', { id: {} }, 'id', 'id', 'must be a string'],
    ['$choice: Choice', { choice: {} }, 'choice', 'choice', 'must have exactly one field'],
    ['$choice: Choice', { choice: { yes: null } }, 'choice', 'choice.yes', 'must not be null'],
  ])('the issue of %s given %o is named', async (variable, variables, argument, field, reason) => {
    expect(await issuesOf(variable, variables, argument)).toEqual([{ field, reason }])
  })

  test('an error names at most twenty issues', async () => {
    const tags = Array.from({ length: 50 }, (_, n) => n)
    expect(await issuesOf('$tags: [String!]', { tags }, 'tags')).toHaveLength(20)
  })

  test('coerceVariables throws for invalid variables, and otherwise fills in defaults', () => {
    const { node } = compiling.prepare(
      'query ($first: Int = 5, $tags: [String!]) { echo(first: $first, tags: $tags) }',
    )
    expect(coerceVariables(schema, node, { tags: 'one' })).toEqual({ first: 5, tags: ['one'] })
    expect(() => coerceVariables(schema, node, { first: 'x' })).toThrow(DomainError)
  })
})
