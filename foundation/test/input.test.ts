// @constraint is enforced, described, and refused where nothing would enforce it.
import { graphql, isInputObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Input } from '#foundation/graphql/input.ts'
import type { InputRules } from '#foundation/graphql/input-check.ts'
import { schemaOf } from '#test/schema.ts'

const SDL = `
  type Query {
    find(first: Int @constraint(min: 1, max: 3), by: Filter): String @authenticated
    tell(names: [String!], about: JSONObject): String @authenticated
  }
  type Mutation {
    add(input: Thing!): String @requiresScopes(scopes: [["identity"]])
    grant(input: Thing!): String @requiresScopes(scopes: [["identity", "admin"]])
  }
  input Filter { thing: Thing, names: [String] }
  input Thing {
    "The title."
    title: String @constraint(minLength: 1, maxLength: 3, pattern: "\\\\S")
    code: String @constraint(pattern: "^[a-z][a-z0-9_]{0,3}$")
    text: String @constraint(maxLength: 2)
    uris: [String!] @constraint(maxItems: 1)
    place: Place
    size: Int @constraint(min: 0, max: 1000)
  }
  input Place { x: Float @constraint(min: -1, max: 1) }
`

const person = { identityId: 'p', clientId: 'c', scopes: new Set(['identity', 'admin']) }
const machine = { ...person, identityId: 'c' }
const resolve = () => 'done'
const resolvers = {
  Query: { find: resolve, tell: resolve },
  Mutation: { add: resolve, grant: resolve },
}
const isAdministrator = () => Promise.resolve(true)

function build(sdl = SDL, rules: InputRules = {}) {
  const input = { rules } as Input
  return schemaOf(sdl, resolvers, { isAdministrator, input })
}

async function ask(
  source: string,
  variables = {},
  { rules = {}, sdl = SDL, viewer = person } = {},
) {
  const contextValue = { viewer, service: undefined, now: () => new Date() }
  const schema = build(sdl, rules)
  const { data, errors } = await graphql({
    schema,
    source,
    variableValues: variables,
    contextValue,
  })
  return errors ? errors[0]!.extensions : data
}

const ADD = 'mutation ($input: Thing!) { add(input: $input) }'
const add = (input: object, options = {}) => ask(ADD, { input }, options)

describe('a lone surrogate', () => {
  const refusal = (field: string) => ({
    code: 'VALIDATION_ERROR',
    details: { field, reason: 'must be well-formed Unicode' },
  })

  test.each([
    ['a field of an input', { by: { names: ['ok', 'x\ud800'] } }, 'names.1'],
    ['a list', { names: ['\udc00'] }, 'names.0'],
    ['JSON', { about: { a: [{ b: '\ud800' }] } }, 'about.a.0.b'],
    ['a key of JSON', { about: { a: { '\ud800': 1 } } }, 'about.a'],
    ['a field with a rule', { by: { thing: { text: '\ud800' } } }, 'thing.text'],
  ])('a lone surrogate in %s is refused', async (_where, sent, field) => {
    const find = 'query ($by: Filter) { find(by: $by) }'
    const tell =
      'query ($names: [String!], $about: JSONObject) { tell(names: $names, about: $about) }'
    expect(await ask('by' in sent ? find : tell, sent)).toEqual(refusal(field))
  })

  test('a lone surrogate is refused in JSON of any depth', async () => {
    const deep = (text: string) =>
      JSON.parse(`${'{"a":'.repeat(50_000)}"${text}"${'}'.repeat(50_000)}`)
    const tell = 'query ($about: JSONObject) { tell(about: $about) }'
    expect(await ask(tell, { about: deep('𝄞') })).toEqual({ tell: 'done' })
    expect(await ask(tell, { about: deep('\\ud800') })).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('an error names at most twenty lone surrogates', async () => {
    const names = Array.from({ length: 50 }, () => '\ud800')
    const { details } = (await ask('query ($names: [String!]) { tell(names: $names) }', {
      names,
    })) as {
      details: { issues: object[] }
    }
    expect(details.issues).toHaveLength(20)
  })
})

describe('a value is refused', () => {
  test.each([
    [{ title: '' }, 'title', 'must have 1 to 3 characters, and not blanks alone'],
    [{ title: ' ' }, 'title', 'must have 1 to 3 characters, and not blanks alone'],
    [{ title: '𝄞𝄞𝄞𝄞' }, 'title', 'must have 1 to 3 characters, and not blanks alone'],
    [{ code: 'A' }, 'code', 'must begin with a-z and hold at most 4 of a-z, 0-9 and _'],
    [{ text: 'abc' }, 'text', 'must have at most 2 characters'],
    [{ uris: ['a', 'b'] }, 'uris', 'must hold at most 1'],
    [{ place: { x: 2 } }, 'place.x', 'must be from -1 to 1'],
    [{ size: 1001 }, 'size', 'must be from 0 to 1000'],
  ])('the input %j is refused', async (input, field, reason) => {
    const refusal = { code: 'VALIDATION_ERROR', details: { field, reason } }
    expect(await add(input)).toEqual(refusal)
    const literal = JSON.stringify(input).replaceAll(/"(\w+)":/g, '$1:')
    expect(await ask(`mutation { add(input: ${literal}) }`)).toEqual(refusal)
    const below = { code: 'VALIDATION_ERROR', details: { field: `thing.${field}`, reason } }
    expect(await ask(`{ find(by: { thing: ${literal} }) }`)).toEqual(below)
  })

  test('an invalid argument is refused', async () => {
    const details = { field: 'first', reason: 'must be from 1 to 3' }
    expect(await ask('{ find(first: 4) }')).toEqual({ code: 'VALIDATION_ERROR', details })
  })

  test('all invalid values are reported, in the order of the fields', async () => {
    const { details } = (await add({ size: -1, text: 'abc', place: { x: 2 } })) as never as {
      details: { issues: { field: string }[] }
    }
    expect(details.issues.map(({ field }) => field)).toEqual(['text', 'place.x', 'size'])
  })

  test('a caller without an identity is refused before the input is checked', async () => {
    expect(await add({ size: -1 }, { viewer: machine })).toMatchObject({
      details: { reason: 'no_identity' },
    })
    const grant = ADD.replace('add', 'grant')
    expect(await ask(grant, { input: { size: -1 } }, { viewer: machine })).toMatchObject({
      details: { field: 'size' },
    })
  })
})

describe('a value is accepted', () => {
  test.each([
    {},
    { title: null, size: null, place: null },
    { title: '𝄞𝄞𝄞', code: 'a_12', text: '', uris: ['a'], place: { x: 1 }, size: 1000 },
  ])('the input %j is accepted', async (input) => {
    expect(await add(input)).toEqual({ add: 'done' })
  })
})

test('inputs within lists, and within themselves, are checked', async () => {
  const sdl = SDL.replace('place: Place', 'place: Place things: [Thing] more: Thing')
  const input = {
    things: [null, { size: 1 }, { size: -1, things: [{ text: 'abc' }] }],
    more: { size: -1 },
  }
  const { details } = (await add(input, { sdl })) as { details: { issues: { field: string }[] } }
  const fields = details.issues.map(({ field }) => field)
  expect(fields).toEqual(['things.2.things.0.text', 'things.2.size', 'more.size'])
})

test('inputs within a constrained list are checked', async () => {
  const sdl = SDL.replace('place: Place', 'place: Place things: [Thing] @constraint(maxItems: 2)')
  expect(await add({ things: [{}, { size: -1 }] }, { sdl })).toMatchObject({
    details: { field: 'things.1.size' },
  })
  expect(await add({ things: [{}, {}, { size: -1 }] }, { sdl })).toMatchObject({
    details: { field: 'things', reason: 'must hold at most 2' },
  })
})

test('a field that an extension adds to an input is checked', async () => {
  const sdl = `${SDL} extend input Thing { weight: Int @constraint(min: 1, max: 2) }`
  expect(await add({ weight: 3 }, { sdl })).toMatchObject({ details: { field: 'weight' } })
})

test('a rule replaces the standard check, and receives its issues', async () => {
  const rules: InputRules = {
    'Thing.size': ({ field, issues, value }) => [
      ...(value === 0 ? [{ field, reason: 'must not be 0' }] : []),
      ...issues,
    ],
    'Thing.place': () => [],
  }
  expect(await add({ size: 0 }, { rules })).toMatchObject({ details: { reason: 'must not be 0' } })
  expect(await add({ size: -1 }, { rules })).toMatchObject({ details: { field: 'size' } })
  expect(await add({ place: { x: 5 } }, { rules })).toEqual({ add: 'done' })
})

test('descriptions say what is enforced', () => {
  const thing = build().getType('Thing')
  const fields = isInputObjectType(thing) ? Object.values(thing.getFields()) : []
  expect(Object.fromEntries(fields.map(({ description, name }) => [name, description]))).toEqual({
    title: 'The title. 1 to 3 characters, not only blanks.',
    code: 'Begins with a-z and holds at most 4 of a-z, 0-9 and _.',
    text: 'At most 2 characters.',
    uris: 'At most 1.',
    place: undefined,
    size: '0 to 1,000.',
  })
})

describe('starting a service', () => {
  test.each([
    ['with a pattern that has no words', '(pattern: "^x$")', /\^x\$.* is not enforced/],
    ['with one bound of a number', '(min: 1)', /is not enforced/],
    ['with a constraint that says nothing', '', /is not enforced/],
    ['with bounds of a text and a number', '(min: 1, max: 2, maxLength: 3)', /is not enforced/],
  ])('a service does not start %s', (_what, applied, message) => {
    const sdl = SDL.replace('(min: 0, max: 1000)', applied)
    expect(() => build(sdl)).toThrow(message)
  })

  test.each([
    ['a text', '(maxItems: 1)'],
    ['a text', '(min: 1, max: 2)'],
    ['[Int]', '(min: 1, max: 2)'],
    ['Int', '(maxLength: 2)'],
    ['Place', '(maxLength: 2)'],
  ])('a service does not start with a constraint that does not fit %s: %s', (type, applied) => {
    const name = type === 'a text' ? 'String' : type
    const sdl = SDL.replace(
      'text: String @constraint(maxLength: 2)',
      `text: ${name} @constraint${applied}`,
    )
    expect(() => build(sdl)).toThrow(/does not fit/)
  })

  test('a service does not start with a constraint that does not fit an argument', () => {
    const sdl = SDL.replace('by: Filter', 'by: Filter @constraint(maxLength: 2)')
    expect(() => build(sdl)).toThrow('@constraint on by does not fit Filter')
  })

  test('a service does not start with a rule for an unknown field', () => {
    expect(() => build(SDL, { 'Thing.sise': () => [] })).toThrow(
      'Thing.sise, which is not an input field',
    )
  })

  test('a service does not start with a constraint that nothing enforces', () => {
    expect(() =>
      build(SDL.replace('input Place {', 'input Place @constraint(maxItems: 1) {')),
    ).toThrow()
  })
})
