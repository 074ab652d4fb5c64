// Which supergraphs a router refuses because nothing would enforce their authorization directives.
import { buildASTSchema, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { readAuthorization } from '../authorized-supergraph.ts'
import { readRequirements, type Requirement } from '../requirements.ts'

const APOLLO = 'https://specs.apollo.dev'
const AUTHENTICATED = `@link(url: "${APOLLO}/authenticated/v0.1", for: SECURITY)`
const SCOPES = `@link(url: "${APOLLO}/requiresScopes/v0.1", for: SECURITY)`
const POLICY = `@link(url: "${APOLLO}/policy/v0.1", for: SECURITY)`

const supergraph = (links: string, types: string) => `schema ${links} { query: Query } ${types}`
const read = (links: string, types: string) =>
  Object.fromEntries(readRequirements(parse(supergraph(links, types))))

const ME = 'type Query { me: Int @authenticated }'
const onMe = (field: Partial<Requirement> = {}) => ({
  'Query.me': { coordinate: 'Query.me', scopes: [], policies: [], ...field },
})

describe('reading a supergraph', () => {
  test.each<[links: string, types: string]>([
    [AUTHENTICATED, ME],
    [`@link(url: "${APOLLO}/authenticated/v0.1")`, ME],
    [`@link(url: "${APOLLO}/authenticated/v0.1/")`, ME],
    [`@link(url: "${APOLLO}/authenticated/v0.1", import: ["@authenticated"])`, ME],
    [`@link(url: "${APOLLO}/authenticated/v0.1", as: "person")`, 'type Query { me: Int @person }'],
    [
      `@link(url: "${APOLLO}/authenticated/v0.1", import: [{ name: "@authenticated", as: "@known" }])`,
      'type Query { me: Int @known }',
    ],
    [`@link(url: "${APOLLO}/federation/v2.9", import: ["@authenticated"])`, ME],
    [
      `@link(url: "${APOLLO}/federation/v2.9")`,
      'type Query { me: Int @federation__authenticated }',
    ],
    [`@core(feature: "${APOLLO}/authenticated/v0.1", for: SECURITY)`, ME],
    ['', `${ME} extend schema ${AUTHENTICATED}`],
    [AUTHENTICATED, 'type Query { me: Int } extend type Query { me: Int @authenticated }'],
  ])('With %s, %s requires a token', (links, types) => {
    expect(read(links, types)).toEqual(onMe())
  })

  test.each<[directive: string, scopes: string[][]]>([
    ['@requiresScopes(scopes: [["a", "b"], ["c"]])', [['a', 'b'], ['c']]],
    ['@requiresScopes(scopes: ["a", "b"])', [['a'], ['b']]],
    ['@requiresScopes(scopes: "a")', [['a']]],
    ['@requiresScopes(scopes: [[]])', [[]]],
    ['@requiresScopes(scopes: [])', []],
  ])('%s has the alternatives %j', (directive, alternatives) => {
    const types = `type Query { me: Int ${directive} }`
    expect(read(SCOPES, types)).toEqual(onMe({ scopes: [alternatives] }))
  })

  test('Several directives of one field are all required', () => {
    const types = `type Query { me: Int @requiresScopes(scopes: ["a"]) @policy(policies: ["p"]) }
      extend type Query { me: Int @requiresScopes(scopes: ["b"]) }`
    expect(read(SCOPES + POLICY, types)).toEqual(
      onMe({ scopes: [[['a']], [['b']]], policies: [[['p']]] }),
    )
  })

  test('A directive of another specification requires nothing', () => {
    const own = '@link(url: "https://example.com/policy/v1.0", import: ["@policy"])'
    expect(read(own, 'type Query { me: Int @policy }')).toEqual({})
  })

  test.each<[links: string, types: string, message: string]>([
    [
      `@link(url: "${APOLLO}/authenticated/v0.2", for: SECURITY)`,
      ME,
      `The supergraph links ${APOLLO}/authenticated/v0.2 for: SECURITY, which this router does not support.`,
    ],
    [
      `@link(url: "${APOLLO}/policy/v1.0")`,
      ME,
      `The supergraph links ${APOLLO}/policy/v1.0, which this router does not support.`,
    ],
    [
      `@link(url: "${APOLLO}/requiresScopes")`,
      ME,
      `The supergraph links ${APOLLO}/requiresScopes, which this router does not support.`,
    ],
    [
      '@link(url: "https://example.com/vault/v1.0", for: SECURITY)',
      ME,
      'The supergraph links https://example.com/vault/v1.0 for: SECURITY, which this router does not support.',
    ],
    [
      '@link(url: "https://example.com/vault/v1.0", for: "SECURITY")',
      ME,
      'The supergraph links https://example.com/vault/v1.0 for: SECURITY',
    ],
    [
      `@link(url: "https://example.com/authenticated/v0.1", for: SECURITY)`,
      ME,
      'The supergraph links https://example.com/authenticated/v0.1 for: SECURITY',
    ],
    [
      `@link(url: "${APOLLO}/connect/v0.4", for: EXECUTION)`,
      ME,
      `The supergraph links ${APOLLO}/connect/v0.4 for: EXECUTION, which this router does not support.`,
    ],
    ['', ME, 'The supergraph uses @authenticated without a @link'],
    [
      `@link(url: "${APOLLO}/policy/v0.1", import: [{ name: "@policy", as: "@allow" }])`,
      'type Query { me: Int @policy(policies: ["p"]) }',
      'The supergraph uses @policy without a @link',
    ],
    [
      AUTHENTICATED,
      'type Query { me(by: By): Int } input By @authenticated { id: ID }',
      'Nothing enforces @authenticated on InputObjectTypeDefinition.',
    ],
    [
      AUTHENTICATED,
      'type Query { me: Any } union Any @authenticated = Query',
      'Nothing enforces @authenticated on UnionTypeDefinition.',
    ],
    [
      AUTHENTICATED,
      'type Query { me(id: ID @authenticated): Int }',
      'Nothing enforces @authenticated on InputValueDefinition.',
    ],
    [
      SCOPES,
      'type Query { me: Int @requiresScopes }',
      'Query.me: cannot read scopes of @requiresScopes.',
    ],
    [
      SCOPES,
      'type Query { me: Int @requiresScopes(scopes: [[1]]) }',
      'Query.me: cannot read scopes of @requiresScopes.',
    ],
    [
      SCOPES,
      'type Query { me: Int @requiresScopes(scopes: ["a b"]) }',
      'Query.me: @requiresScopes names "a b", which is not a scope.',
    ],
    [
      POLICY,
      'type Query { me: Int @policy(policies: null) }',
      'Query.me: cannot read policies of @policy.',
    ],
  ])('With %s, %s is refused', (links, types, message) => {
    expect(() => read(links, types)).toThrow(message)
  })

  test('Features that planner and executor serve themselves are accepted', () => {
    const links = `@link(url: "${APOLLO}/inaccessible/v0.2", for: SECURITY)
      @link(url: "${APOLLO}/context/v0.1", for: SECURITY) @link(url: "${APOLLO}/join/v0.5", for: EXECUTION)`
    expect(read(links, 'type Query { me: Int }')).toEqual({})
  })
})

describe('the supergraph for the planner', () => {
  const verify = () => Promise.reject(new Error('never called'))

  test('The marks of what this router enforces are removed, and no others', () => {
    const inaccessible = `@link(url: "${APOLLO}/inaccessible/v0.2", for: SECURITY)`
    const { sdl } = readAuthorization(supergraph(AUTHENTICATED + inaccessible, ME), verify)
    expect(sdl).toContain(`@link(url: "${APOLLO}/authenticated/v0.1")`)
    expect(sdl).toContain(inaccessible)
    expect(() => buildASTSchema(parse(sdl), { assumeValidSDL: true })).not.toThrow()
  })

  test('A supergraph that requires nothing is unchanged, and no caller is checked', () => {
    const plain = supergraph('', 'type Query { me: Int }')
    expect(readAuthorization(plain, verify)).toEqual({ sdl: plain, authorize: undefined })
    const linked = supergraph(AUTHENTICATED, 'type Query { me: Int }')
    expect(readAuthorization(linked, verify).authorize).toBeUndefined()
  })

  test('A supergraph that requires a token is refused without the settings to verify it, also without the mark', () => {
    for (const link of [AUTHENTICATED, AUTHENTICATED.replace(', for: SECURITY', '')]) {
      expect(() => readAuthorization(supergraph(link, ME), undefined)).toThrow(
        'Query.me requires an access token, which this router cannot verify: set ROUTER_JWKS_URL, ROUTER_JWT_ISSUER, ROUTER_JWT_AUDIENCE.',
      )
    }
  })
})
