// Compiled and interpreted operations return the same results.
import { describe, expect, test } from 'vitest'
import {
  buildClientSchema,
  getIntrospectionQuery,
  printSchema,
  type IntrospectionQuery,
} from 'graphql'
import { DomainError, notFound } from '#foundation/domain/errors.ts'
import { compiling, interpreting, ask, echo, watch, type Context } from './execution-results.ts'

describe('Compiled and interpreted alike,', () => {
  test('a non-null input field with a default may be left out of a variable', async () => {
    const input = { username: 'ada', address: { city: 'Delft' }, addresses: [{ city: 'Breda' }] }
    const { args, ranBy } = await echo('query ($p: Profile) { echo(input: $p) }', { p: input })
    expect(args.input).toEqual({
      username: 'ada',
      mood: 'HAPPY',
      address: { city: 'Delft', country: 'NL' },
      addresses: [{ city: 'Breda', country: 'NL' }],
    })
    expect(args).toMatchObject({ first: 10, note: 'none' })
    expect(ranBy).toBe('compiled')
  })

  test('a JSONObject literal keeps the variable in it', async () => {
    const source = 'query ($v: Int) { echo(settings: { a: { b: [$v, 2] } }) }'
    expect((await echo(source, { v: 1 })).args.settings).toEqual({ a: { b: [1, 2] } })
    const inField = 'query ($v: Int) { echo(input: { username: "ada", settings: { a: $v } }) }'
    expect((await echo(inField, { v: 1 })).args.input).toMatchObject({ settings: { a: 1 } })
  })

  test('a variable left out of an input literal stays left out', async () => {
    const source =
      'query ($bio: String, $m: Mood) { echo(input: { username: "a", bio: $bio, mood: $m }) }'
    expect((await echo(source)).args.input).toEqual({ username: 'a', mood: 'HAPPY' })
    const nulls = await echo(source, { bio: null, m: null })
    expect(nulls.args.input).toEqual({ username: 'a', bio: null, mood: null })
  })

  test('an argument left out, null or given arrives as such', async () => {
    const source = 'query ($t: [String!], $n: Int) { echo(tags: $t, first: $n) }'
    expect((await echo(source)).args).toEqual({ first: 10, note: 'none' })
    expect((await echo(source, { t: null, n: null })).args).toMatchObject({
      tags: null,
      first: null,
    })
    expect((await echo(source, { t: 'one', n: 3 })).args).toMatchObject({ tags: ['one'], first: 3 })
  })

  test('scalars are parsed once, from variables and literals', async () => {
    const at = '2026-01-02T03:04:05.006Z'
    const literal = `{ echo(at: "${at}", mood: SAD, settings: { k: 1.5 }, choice: { yes: true }) }`
    const { args } = await echo(literal)
    expect(args).toMatchObject({ at, mood: 'SAD', settings: { k: 1.5 }, choice: { yes: true } })
    const { args: given } = await echo('query ($at: DateTimeISO) { echo(at: $at) }', { at })
    expect(given.at).toBe(at)
  })

  test('text in a document is never run as code', async () => {
    const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.broken = true)'
    const { args, ranBy } = await echo(`{ echo(note: "${text}", settings: { a: "${text}" }) }`)
    expect(args).toMatchObject({ note: text, settings: { a: text } })
    expect(ranBy).toBe('compiled')
    expect(globalThis).not.toHaveProperty('broken')
  })

  test('an argument that a null variable makes impossible is an error of its field', async () => {
    const source = 'query ($note: String) { asked echo(note: $note) }'
    const { data, errors } = await ask(source, { note: null })
    expect(data).toEqual({ asked: 'yes', echo: null })
    expect(errors[0]!.message).toBe('Argument "note" of non-null type "String!" must not be null.')
  })

  test('a lazily computed field with a resolver of its own is awaited', async () => {
    const { data } = await ask('{ me { lazyName name } }')
    expect(data).toEqual({ me: { lazyName: 'Countess', name: 'Ada' } })
  })

  test('abstract types are told apart without a promise', async () => {
    const { data, ranBy } = await ask(`{
      node(id: "ada") { __typename id near { ... on Quest { title near { id } } } ... on Identity { name } }
    }`)
    const near = { title: 'Engine', near: { id: 'grace' } }
    expect(data).toEqual({ node: { __typename: 'Identity', id: 'ada', near, name: 'Ada' } })
    expect(ranBy).toBe('compiled')
  })

  test('wrapped resolvers are called', async () => {
    expect((await ask('{ me { motto } }')).data).toEqual({ me: { motto: 'ONWARDS' } })
  })

  test('entities come in the order of their representations, including failed ones', async () => {
    const representations = [
      { __typename: 'Identity', id: 'ada' },
      { __typename: 'Identity', id: 'nobody' },
      { __typename: 'Quest', id: 'engine' },
    ]
    const source = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) {
        __typename ... on Identity { name createdAt } ... on Quest { title }
      }
    }`
    const { data, errors } = await ask(source, { representations })
    const createdAt = '2026-01-02T03:04:05.006Z'
    expect(data).toEqual({
      _entities: [
        { __typename: 'Identity', name: 'Ada', createdAt },
        null,
        { __typename: 'Quest', title: 'Engine' },
      ],
    })
    const extensions = notFound('Identity', 'nobody').extensions
    expect(errors).toMatchObject([{ path: ['_entities', 1], extensions }])
  })

  test('resolvers get the same arguments and info, whatever the aliases', async () => {
    const { calls } = await ask(
      `query Who($id: ID!) {
      a: node(id: $id) { near { id } ...Named } b: me { motto } echo(first: 3, tags: ["x"])
    } fragment Named on Identity { motto }`,
      { id: 'ada' },
    )
    expect(calls[0]).toBe(
      '["Query","node","Node",[["Variable"]],["Who",["Named"],true],{"id":"ada"}]',
    )
    const { data } = await ask('{ me { motto } motto_me: asked }')
    expect(data).toEqual({ me: { motto: 'ONWARDS' }, motto_me: 'yes' })
  })

  test('introspection describes the schema', async () => {
    const { data } = await ask(getIntrospectionQuery())
    const described = printSchema(buildClientSchema(data as IntrospectionQuery))
    expect(described).toContain('country: String! = "NL"')
    expect(described).toContain('type Subscription {')
    expect(JSON.stringify(data)).not.toMatch(/"name":"(defer|stream)"/)
    const response = await ask('{ __type(name: "Profile") { name } _service { sdl } __typename }')
    expect(response.data).toMatchObject({ __type: { name: 'Profile' }, __typename: 'Query' })
  })

  test('an alias may be any name', async () => {
    const { data } = await ask('{ constructor: asked class: me { prototype: name } x_y: asked }')
    expect(data).toEqual({ constructor: 'yes', class: { prototype: 'Ada' }, x_y: 'yes' })
  })
})

describe('@skip and @include', () => {
  const when = { yes: true, no: false }

  test.each([
    ['{ me { id @include(if: $yes) name @include(if: $no) } }', { me: { id: 'ada' } }],
    ['{ me { id @skip(if: $yes) name @skip(if: $no) } }', { me: { name: 'Ada' } }],
    [
      '{ me { id @skip(if: $no) @include(if: $no) name @skip(if: false) } }',
      { me: { name: 'Ada' } },
    ],
    [
      '{ me { ... @include(if: $no) { id } ... @skip(if: $no) { name } } }',
      { me: { name: 'Ada' } },
    ],
    [
      '{ me { ...F @include(if: $no) } grace { ...F } } fragment F on Identity { id }',
      { me: {}, grace: { id: 'grace' } },
    ],
    [
      '{ me { ...F @include(if: $no) ...F @include(if: $yes) } } fragment F on Identity { id }',
      { me: { id: 'ada' } },
    ],
    [
      '{ me @include(if: $no) { ...F } me { id } } fragment F on Identity { name }',
      { me: { id: 'ada' } },
    ],
    [
      '{ me { near { ... on Quest { title @skip(if: $no) id @include(if: $no) } } } }',
      { me: { near: { title: 'Engine' } } },
    ],
  ])('@skip and @include apply in %s', async (selection, data) => {
    const used = Object.entries(when).filter(([name]) => selection.includes(`$${name}`))
    const variables = used.map(([name]) => `$${name}: Boolean!`).join(', ')
    const response = await ask(`query (${variables}) ${selection}`, Object.fromEntries(used))
    expect(response.data).toEqual(data)
  })

  test('a null condition of @skip or @include is an error', async () => {
    const source = 'query ($if: Boolean = true) { me { id @include(if: $if) } }'
    const { data, errors } = await ask(source, { if: null })
    expect(data).toEqual({ me: null })
    expect(errors).toMatchObject([{ path: ['me'] }])
  })
})

describe('Errors', () => {
  test('an error keeps the message of the resolver and its path', async () => {
    const operation = compiling.prepare('{ asked me { name secret } }')
    await operation.execute({ calls: [], words: [] })
    const { errors } = await operation.execute({ calls: [], words: [] })
    const [error] = errors!
    expect(error!.originalError).toBeInstanceOf(DomainError)
    expect(error!.toJSON()).toEqual({
      message: 'You may not see secret.',
      path: ['me', 'secret'],
      locations: [{ line: 1, column: 19 }],
      extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { field: 'secret' } },
    })
  })

  test('an error of a literal that no router could check names the argument and the rule', async () => {
    const operation = compiling.prepare('{ echo(at: "soon") }', { trusted: true })
    const { errors } = await operation.execute({ calls: [], words: [] })
    const reason = 'must be a date and time such as 2026-11-20T09:30:00.000Z'
    expect(errors![0]!.extensions).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'at', reason },
    })
  })

  test('each field made null has one error, in the order of the fields', async () => {
    const { data, errors } = await ask(
      '{ people { id email } grace { email } me { friends { email phone } } asked }',
    )
    expect(data).toMatchObject({ me: { friends: null }, grace: null, asked: 'yes' })
    expect(errors.map(({ path }) => path)).toEqual([
      ['grace', 'email'],
      ['me', 'friends', 0, 'email'],
      ['people', 0, 'email'],
    ])
  })
})

describe('Mutations', () => {
  test('root fields of a mutation run one after the other', async () => {
    const { data } = await ask(
      'mutation { a: append(word: "one", turns: 15) b: append(word: "two") }',
    )
    expect(data).toEqual({ a: 'one', b: 'one two' })
  })

  test('a mutation ends with the first failure that leaves no data', async () => {
    for (const cache of [compiling, interpreting]) {
      const operation = cache.prepare('mutation { reject append(word: "late") }')
      for (const _ of [1, 2]) {
        const ctx: Context = { calls: [], words: [] }
        const { data, errors } = await operation.execute(ctx)
        expect([data, errors?.length, ctx.words]).toEqual([null, 1, []])
      }
    }
  })
})

describe('Subscriptions', () => {
  test('a subscription runs once for each item of its source, with its arguments', async () => {
    const tick = { by: { name: 'Ada' } }
    const results = await watch(
      `subscription ($of: String) { ...S } fragment S on Subscription {
        v: ticks(of: $of) { ...V } v: ticks(of: $of) { number }
      } fragment V on Tick { by { name } }`,
      { of: 'ada' },
    )
    expect(results.slice(0, 2)).toEqual([
      { data: { v: { ...tick, number: 1 } } },
      { data: { v: { ...tick, number: 2 } } },
    ])
    expect(results[2]).toMatchObject({ data: { v: null }, errors: [{ path: ['v', 'number'] }] })
    const conditional = 'subscription { ticks { number by @include(if: false) { id } } }'
    expect((await watch(conditional))[0]).toEqual({ data: { ticks: { number: 1 } } })
  })

  test('a refused subscription has its error, or those of its variables, and no data', async () => {
    const refused = await watch(
      'subscription ($fails: Boolean) { ticks(fails: $fails) { number } }',
      {
        fails: true,
      },
    )
    expect(refused).toMatchObject([
      { errors: [{ message: 'You may not watch.', path: ['ticks'] }] },
    ])
    expect(refused[0]).not.toHaveProperty('data')
    const source = 'subscription ($of: String) { ticks(of: $of) { number } }'
    const details = { field: 'of', reason: 'must be a string' }
    expect(await watch(source, { of: 3 })).toMatchObject([
      { errors: [{ extensions: { details } }] },
    ])
  })
})

describe('the executor of a document', () => {
  const deep = (levels: number): string => `near { id ${levels > 0 ? deep(levels - 1) : ''} }`

  test.each([
    ['compiled', '{ me { name } }'],
    ['compiled', 'query ($first: Int) { me { name } echo(first: $first) }'],
    ['compiled', 'mutation { reject }'],
    ['compiled', 'subscription { ticks { number } }'],
    ['compiled', '{ node(id: "ada") { id } }'],
    ['compiled', 'mutation { append(word: "x") b: append(word: "y") }'],
    ['interpreted', '{ me { name @skip(if: false) } }'],
    ['interpreted', '{ me { ... @include(if: true) { name } } }'],
    ['compiled', `{ node(id: "ada") { ${deep(5)} } }`],
  ])('the executor is %s for %s', async (ranBy, source) => {
    expect((await ask(source)).ranBy).toBe(ranBy)
  })

  test('the executor is chosen quickly even when fragments multiply', async () => {
    const fragments = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on Identity { ...F${n + 1} ...F${n + 1} }`,
    )
    const last = 'fragment F60 on Identity { id }'
    const { data } = await ask(`{ me { ...F0 } } ${fragments.join(' ')} ${last}`)
    expect(data).toEqual({ me: { id: 'ada' } })
  })
})
