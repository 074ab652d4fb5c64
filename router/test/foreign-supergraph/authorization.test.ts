// A router over subgraphs with authorization directives refuses what a token may not read. Without a supergraph, it does
// not start.
import { expect, test } from 'vitest'
import { send } from '#test/http.ts'
import { composed } from '../tiny-subgraph.ts'
import { codeOf, foreignRouter, LINK } from './story.ts'

const { ask, issuer, people, phones, post, router, startOver, tokenWith } = foreignRouter()

test('Operations that require nothing need no token, and no key of the issuer', async () => {
  const before = issuer.fetched
  for (const query of ['{ open }', '{ anyone { id name } }', '{ hits { ... on User { name } } }']) {
    const { status, body } = await ask(query)
    expect([status, body.errors]).toEqual([200, undefined])
  }
  expect((await ask('{ open }', 'unusable')).body.data).toEqual({ open: 'open' })
  expect(
    (await ask('{ __schema { types { name } } __type(name: "Secret") { name } }')).status,
  ).toBe(200)
  expect(issuer.fetched).toBe(before)
})

test.each<[operation: string, field: string, scope: string]>([
  ['{ anyone { email } }', 'User.email', 'root'],
  ['{ anyone { contact: email } }', 'User.email', 'root'],
  [
    'query ($no: Boolean = false) { open anyone { email @include(if: $no) } }',
    'User.email',
    'root',
  ],
  ['{ ...Root } fragment Root on Query { anyone { ... { email } } }', 'User.email', 'root'],
  ['{ hits { __typename } }', 'Secret', 'secret'],
  ['{ hits { ... on Secret { text } } }', 'Secret', 'secret'],
  ['{ media { score } }', 'Media.score', 'score'],
  ['{ media { ... on Film { score } } }', 'Film.score', 'score'],
  ['{ color }', 'Color', 'color'],
  ['{ paint(color: RED) }', 'Color', 'color'],
  ['query ($color: Color) { paint(color: $color) }', 'Color', 'color'],
  ['mutation { wipe }', 'Mutation.wipe', 'admin'],
])(
  '%s requires a token with the right scope, and reaches no subgraph without',
  async (query, field, requiredScope) => {
    const anonymous = await ask(query)
    expect([anonymous.status, codeOf(anonymous)]).toEqual([401, 'INVALID_TOKEN'])
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    const weak = await ask(query, await tokenWith({ scope: 'openid' }))
    expect([weak.status, weak.body]).toEqual([
      403,
      {
        errors: [
          {
            message: expect.stringContaining(
              `The access token lacks the scope ${requiredScope} for ${field}.`,
            ),
            extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { field, requiredScope } },
          },
        ],
      },
    ])
    expect(weak.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${requiredScope}"`,
    )
    expect([...people.received, ...phones.received]).toEqual([])
    const granted = await ask(query, await tokenWith({ scope: `openid ${requiredScope}` }))
    expect([granted.status, granted.body.errors]).toEqual([200, undefined])
  },
)

test('A valid token is enough for @authenticated, and travels to the subgraphs', async () => {
  const token = await tokenWith({})
  const { body } = await ask('{ me { name phone } }', token)
  expect(body).toEqual({ data: { me: { name: 'Ada', phone: '555' } } })
  for (const { headers } of [...people.received, ...phones.received]) {
    expect(headers.authorization).toBe(`Bearer ${token}`)
  }
})

test('A caller has all scopes of one alternative', async () => {
  const query = '{ anyone { email } }'
  const lacking = await ask(query, await tokenWith({ scope: 'read' }))
  expect(lacking.body.errors).toMatchObject([
    {
      message:
        'The access token lacks the scope mail for User.email. It requires mail read, or root.',
      extensions: { details: { field: 'User.email', requiredScope: 'mail' } },
    },
  ])
  for (const claims of [{ scope: 'mail read' }, { scp: ['root'] }, { scopes: ['read', 'mail'] }]) {
    expect((await ask(query, await tokenWith(claims))).body.data).toEqual({
      anyone: { email: 'ada@example.org' },
    })
  }
})

test('Policies come from a claim, and without it every policy is refused', async () => {
  for (const claims of [{}, { policies: 'root' }, { policies: ['night', 7] }, { scope: 'root' }]) {
    const { status, body } = await ask('{ audit }', await tokenWith(claims))
    expect(status).toBe(403)
    expect(body.errors).toMatchObject([
      { extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { field: 'Query.audit' } } },
    ])
  }
  const nearest = await ask('{ audit }', await tokenWith({ policies: ['night', 'day'] }))
  expect(nearest.body.errors[0].extensions.details.requiredPolicies).toEqual(['auditor'])
  for (const policies of [['auditor', 'night'], ['root']]) {
    expect((await ask('{ audit }', await tokenWith({ policies }))).body.data).toEqual({
      audit: 'books',
    })
  }
})

test('One refused field refuses the whole operation, in each way to send it', async () => {
  const query = '{ open anyone { name } audit }'
  const get = await send(`${router.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { 'apollo-require-preflight': '1' },
  })
  expect([get.status, codeOf(get)]).toEqual([401, 'INVALID_TOKEN'])
  const named = await post({
    query: `query Open { open } query Audit ${query}`,
    operationName: 'Audit',
  })
  expect([named.status, named.body.data]).toEqual([401, undefined])
  const open = await post({
    query: `query Open { open } query Audit ${query}`,
    operationName: 'Open',
  })
  expect(open.body).toEqual({ data: { open: 'open' } })
})

test('A supergraph whose marks were removed is enforced in the same way', async () => {
  await using unmarked = new AsyncDisposableStack()
  const supergraph = composed({ people, phones }).replaceAll(', for: SECURITY', '')
  const other = await startOver(supergraph, unmarked)
  const refused = await post({ query: '{ me { id } }' }, {}, other)
  expect([refused.status, codeOf(refused)]).toEqual([401, 'INVALID_TOKEN'])
  const token = await tokenWith({})
  const served = await post({ query: '{ me { id } }' }, { authorization: `Bearer ${token}` }, other)
  expect(served.body).toEqual({ data: { me: { id: '1' } } })
})

test.each<[what: string, change: (supergraph: string) => string, sentence: string]>([
  ['no subgraph', () => 'type Query { a: Int }', 'It is no supergraph'],
  ['an unknown subgraph', (sdl) => sdl.replace('(graph: B', '(graph: C'), 'the subgraph C'],
  ['a subgraph twice', (sdl) => sdl.replace('"b"', '"a"'), 'two subgraphs of the name "a"'],
  ['a type twice', (sdl) => `${sdl} type Query { c: Int }`, 'two types of the name "Query"'],
  ['no URL', (sdl) => sdl.replace('http://b', ''), 'The URL of the subgraph b must begin with'],
])('A router does not start over a supergraph with %s', async (_what, change, sentence) => {
  await using nothing = new AsyncDisposableStack()
  const [a, b] = ['a', 'b'].map((name) => ({
    sdl: `${LINK} type Query { ${name}: Int }`,
    url: `http://${name}`,
  }))
  const changed = change(composed({ a: a!, b: b! }))
  await expect(startOver(changed, nothing, {})).rejects.toThrow(sentence)
})
