// Aliases: plans do not depend on them, and data and errors have the names of the client.
import { parse, print, stripIgnoredCharacters, type FieldNode } from 'graphql'
import { describe, expect, test } from 'vitest'
import { responseNames } from '../operations/response-names.ts'
import { library } from './library.ts'

const NOTHING = new Set<string>()

/** The text that is planned for a document. */
const planned = (source: string, reserved: ReadonlySet<string> = NOTHING) =>
  stripIgnoredCharacters(print(responseNames(parse(source), reserved).document))

describe('the text that is planned', () => {
  test.each([
    ['an alias', '{ a: first { b: title } }', '{first{title}}'],
    ['the name of another field', '{ first { id: title title: id } }', '{first{title id}}'],
    ['a name that objects have', '{ __proto__: first { constructor: id } }', '{first{id}}'],
    [
      'aliases in fragments',
      '{ ...F } fragment F on Query { x: first { y: id } }',
      '{...F}fragment F on Query{first{id}}',
    ],
    ['__typename', '{ first { kind: __typename } }', '{first{__typename}}'],
  ])('The planned text has no alias for %s', (_what, source, text) => {
    expect(planned(source)).toBe(text)
  })

  test('Fields of one name are numbered, unless they have one response name', () => {
    expect(planned('{ a: first { id } b: first { title } a: first { kind } }')).toBe(
      '{first{id}first_1:first{title}first{kind}}',
    )
  })

  test('Fields of one name are numbered by their arguments', () => {
    expect(planned('{ a: f(x: 1) b: f(x: 2) c: f }')).toBe('{f(x:1)f_1:f(x:2)f_2:f}')
    expect(planned('{ o { f(x: 1) } p { f(x: 1) } q { f(x: 2) } }')).toBe(
      '{o{f(x:1)}p{f(x:1)}q{f_1:f(x:2)}}',
    )
  })

  test('A field that plans select keeps its name, and is numbered when it has arguments', () => {
    expect(planned('{ f(x: 1) g }', new Set(['f', 'g']))).toBe('{f_1:f(x:1)g}')
  })

  test('Planned names differ from all names of the document and of plans', () => {
    expect(planned('{ f_1 f(x: 1) a: f }')).toBe('{f_1 f(x:1)f__1:f}')
    expect(planned('{ f(x: 1) a: f }', new Set(['f_1']))).toBe('{f(x:1)f__1:f}')
  })

  test('The root fields of mutations keep the client’s names, and fields below do not', () => {
    expect(planned('mutation { a: lend(id: 1) { b: title } c: lend(id: 1) { b: title } }')).toBe(
      'mutation{a:lend(id:1){title}c:lend(id:1){title}}',
    )
    expect(planned('mutation { ...F } fragment F on Mutation { a: lend(id: 1) { x: id } }')).toBe(
      'mutation{...F}fragment F on Mutation{a:lend(id:1){id}}',
    )
    expect(planned('mutation { __proto__: lend(id: 1) { id } }')).not.toContain('__proto__')
  })
})

test('Fields that are merged have one key, and the client’s name', () => {
  const document = parse('{ a: first { x: id } a: first { x: id y: id } }')
  const { keyOf, nameOf } = responseNames(document, NOTHING)
  const [one, other] = (document.definitions[0] as never as FieldNode).selectionSet!
    .selections as FieldNode[]
  expect(keyOf(one!)).toBe(keyOf(other!))
  expect(nameOf(keyOf(one!), true)).toBe('a')
  expect(nameOf(keyOf(one!), false)).toBeUndefined()
})

describe('a response', () => {
  const thrown = (what: string) => () => {
    throw new Error(what)
  }

  test('A response has the client’s names, whatever the names in the schema', async () => {
    const { data, errors } = await (
      await library()
    ).run(`{
      id: first { id: title title: id __proto__: copies a: author { id: name b: name id: name } }
      books: first { kind: __typename __typename: kind }
    }`)
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).toBe(
      '{"id":{"id":"Book 1","title":"1","__proto__":3,"a":{"id":"Author a1","b":"Author a1"}},' +
        '"books":{"kind":"Book","__typename":"NOVEL"}}',
    )
  })

  test('An error has the path of every alias of its field, with the client’s names', async () => {
    const graph = await library({
      Author: { born: thrown('unknown') },
      Book: { kind: thrown('lost') },
    })
    const { data, errors } = await graph.run(
      '{ one: first { kind: title title: kind author { id: born b: born } } first: books { x: author { born } } }',
    )
    expect(data).toEqual({
      one: { kind: 'Book 1', title: null, author: { id: null, b: null } },
      first: [0, 1, 2].map(() => ({ x: { born: null } })),
    })
    expect(errors!.map(({ path }) => path!.join('.')).toSorted()).toEqual([
      'first.0.x.born',
      'first.1.x.born',
      'first.2.x.born',
      'one.author.b',
      'one.author.id',
      'one.title',
    ])
  })

  test('An error of a field that the client does not select has the path of its object', async () => {
    const fetch = () =>
      Promise.resolve({
        data: { first: { title: 'Book 1' } },
        errors: [{ message: 'no id', path: ['first', 'id'] }],
      })
    const { errors } = await (await library()).run('{ a: first { b: title } }', {}, fetch)
    expect(errors).toMatchObject([{ message: 'no id', path: ['a'] }])
  })
})

describe('a field that no subgraph has returned', () => {
  const responding = (data: object) => () =>
    Promise.resolve({ data: data as Record<string, unknown> })
  const MISSING = 'No subgraph has returned this field.'

  test('A missing field is null, with an error at its path', async () => {
    const graph = await library()
    const fetch = responding({ books: [{ title: 'a' }, {}, null] })
    const { data, errors } = await graph.run('{ all: books { text: title } }', {}, fetch)
    expect(data).toEqual({ all: [{ text: 'a' }, { text: null }, null] })
    expect(errors).toEqual([{ message: MISSING, path: ['all', 1, 'text'] }])
  })

  test('A missing non-null field is one error', async () => {
    const fetch = responding({ first: { author: {} } })
    const { data, errors } = await (await library()).run('{ first { author { id } } }', {}, fetch)
    expect(data).toEqual({ first: { author: null } })
    expect(errors).toEqual([{ message: MISSING, path: ['first', 'author', 'id'] }])
  })

  test('A missing field has no error of its own when another error explains it', async () => {
    const fetch = () =>
      Promise.resolve({
        data: { first: {} },
        errors: [{ message: 'lost', path: ['first', 'title'] }],
      })
    const { errors } = await (await library()).run('{ first { title } }', {}, fetch)
    expect(errors).toMatchObject([{ message: 'lost', path: ['first', 'title'] }])
    expect(errors).toHaveLength(1)
  })

  test('A null of a subgraph has no error', async () => {
    const fetch = responding({ first: { title: null } })
    const { data, errors } = await (await library()).run('{ first { title } }', {}, fetch)
    expect({ data, errors }).toEqual({ data: { first: { title: null } }, errors: undefined })
  })
})
