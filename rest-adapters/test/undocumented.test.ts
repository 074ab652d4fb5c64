// The generator fails with a reason for rows that cannot be documented.
import { expect, test } from 'vitest'
import { schemaOf } from '#test/schema.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { Route } from '#foundation/service/route.ts'

const SDL = `
  "Somebody."
  type Identity @key(fields: "id") {
    "Opaque."
    id: ID!
    "For others."
    username: String!
    "What nobody has described yet."
    shoeSize: Float
    "When."
    at: Moment
  }
  scalar Moment
  type Query {
    "The caller."
    me: Identity @requiresScopes(scopes: [["identity"]])
  }
`

const schema = schemaOf(SDL)

function documentOf(...operations: string[]) {
  const routes = operations.map((operation, index): Route => {
    return { method: 'get', path: `/api/${index}`, operation, response: { form: 'bare' } }
  })
  const subgraph = { name: 'tiny', title: 'Tiny', version: '1.0', port: 1, settings: 'TINY' }
  return openApiDocument([{ subgraph, schema, routes }])
}

test('a complete row is documented', () => {
  const { components } = documentOf('query Me { me { identityId: id username } }')
  expect(components.schemas.Identity).toMatchObject({
    description: 'Somebody.',
    properties: { identityId: { description: 'Opaque.' }, username: { examples: ['ada'] } },
    required: ['identityId', 'username'],
  })
})

test('a type in two shapes needs a name for one of them', () => {
  expect(() => documentOf('query A { me { id } }', 'query B { me { id username } }')).toThrow(
    'Rows return Identity in two shapes (username): name one in `documented.payload` of its row in routes.ts.',
  )
})

test('a field needs an example', () => {
  expect(() => documentOf('query A { me { shoeSize } }')).toThrow(
    'Identity.shoeSize has no example: add it to `examples` of its subgraph or to example-values.ts.',
  )
})

test('a scalar needs a JSON Schema', () => {
  expect(() => documentOf('query A { me { at } }')).toThrow('The scalar Moment has no JSON Schema.')
})

test('an operation needs a name', () => {
  expect(() => documentOf('{ me { id } }')).toThrow(
    'The operation of /api/0 needs a name and one root field.',
  )
})
