// The route tables as an OpenAPI document, row by row.
import { describe, expect, test } from 'vitest'
import type { Method, ResponseObject } from '#foundation/http/openapi.ts'
import { wholeContract } from '#test/contract-pages.ts'
import { openApi, operations, violations } from '#test/openapi.ts'

const { components, paths } = openApi

function operationAt(method: Method, path: string) {
  const operation = paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not there.`)
  return operation
}

const responseAt = (method: Method, path: string, status = 200) =>
  operationAt(method, path).responses[status] as ResponseObject

const bodyAt = (method: Method, path: string, status = 200) =>
  responseAt(method, path, status).content!['application/json']!.schema

test('The document has every path of the contract, and no other', () => {
  const rows = [...wholeContract().matchAll(/^\| ([A-Z, ]+?) +\| (\/\S+)/gm)]
  const listed = rows.flatMap(([, methods, path]) =>
    methods!.split(', ').map((method) => `${method} ${path!.replace(/:(\w+)/g, '{$1}')}`),
  )
  const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(listed.length).toBeGreaterThan(30)
  expect(documented.toSorted(), 'each path is on a page of docs/contract').toEqual(
    listed.toSorted(),
  )
})

test('Operations have different names', () => {
  const names = operations.map(({ operation }) => operation.operationId)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe('a list', () => {
  test('A list has exactly a named form and a page form', () => {
    expect(bodyAt('get', '/api/quests')).toEqual({
      oneOf: [
        { $ref: '#/components/schemas/QuestList' },
        { $ref: '#/components/schemas/QuestPage' },
      ],
    })
    const quest = { id: 'q', title: 't', description: 'd', xpReward: 1, goldReward: 1 }
    const full = { ...quest, type: 'daily', difficulty: 'beginner' }
    const at = '#/components/schemas/QuestList'
    expect(violations(at, { quests: [full] })).toEqual([])
    expect(violations(at, { quests: [quest] })).not.toEqual([])
    expect(violations(at, { quests: [{ ...full, colour: 'blue' }] })).not.toEqual([])
    expect(violations(at, { quests: [], total: 0 })).not.toEqual([])
  })

  test('A list has `page` and `limit` with their bounds', () => {
    expect(operationAt('get', '/api/wallets').parameters).toEqual([
      { $ref: '#/components/parameters/Page' },
      { $ref: '#/components/parameters/Limit' },
    ])
    expect(components.parameters.Limit!.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
    })
  })

  test('The list of credentials has the total in both forms', () => {
    expect(components.schemas.CredentialList!.required).toEqual(['credentials', 'total'])
  })

  test('A list has the other parameters that its row declares', () => {
    expect(operationAt('get', '/api/realms/{id}/places').parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, description: "The realm's id." },
      { name: 'near', in: 'query', schema: { type: 'string' } },
      { name: 'radius', in: 'query', schema: { type: 'number' } },
      {},
      {},
    ])
  })

  test('A list has filters, an order and a search, each with its bounds', () => {
    const search = { type: 'string', minLength: 1, maxLength: 100 }
    expect(operationAt('get', '/api/courses').parameters).toMatchObject([
      { name: 'enrolled', in: 'query', schema: { type: 'boolean' } },
      { name: 'orderBy', schema: { $ref: '#/components/schemas/CourseOrder' } },
      { name: 'search', schema: search },
      {},
      {},
    ])
    const [required] = operationAt('get', '/api/identities').parameters!
    expect(required).toMatchObject({ name: 'search', required: true, schema: search })
  })
})

describe('a response', () => {
  test('A response has the names that the row declares', () => {
    expect(components.schemas.Claims).toMatchObject({
      required: ['identityId', 'displayName', 'house', 'archetype', 'level', 'xp', 'credentials'],
      additionalProperties: false,
    })
  })

  test('A response omits fields that the row declares absent, and never has null there', () => {
    const { properties, required } = components.schemas.Asset!
    expect(required).not.toContain('listing')
    expect(properties).toMatchObject({ listing: { $ref: '#/components/schemas/Listing' } })
  })

  test('A response has null where GraphQL has', () => {
    const { properties, required } = components.schemas.Application!
    expect(required).toContain('message')
    expect(properties).toMatchObject({ message: { type: ['string', 'null'] } })
  })

  test('A response is 201 for a new resource and 200 for an existing one', () => {
    const { responses } = operationAt('post', '/api/courses/{id}/enroll')
    expect(Object.keys(responses)).toEqual(['200', '201', '400', '401', '403', '404', '429', '500'])
    expect(bodyAt('post', '/api/courses/{id}/enroll', 201)).toMatchObject({
      properties: {
        success: { const: true },
        data: { $ref: '#/components/schemas/Enrollment' },
      },
    })
  })

  test('A refusal has its headers', () => {
    const { responses } = components
    expect(responses.INVALID_TOKEN!.headers).toHaveProperty('WWW-Authenticate')
    expect(responses.RATE_LIMIT_EXCEEDED!.headers).toHaveProperty('Retry-After')
    expect(responseAt('get', '/api/me', 404)).toEqual({ $ref: '#/components/responses/NOT_FOUND' })
    expect(operationAt('get', '/api/me').responses).not.toHaveProperty('400')
  })
})

describe('a request', () => {
  test('A request has the body of its input type, with the descriptions of the schema', () => {
    const body = operationAt('post', '/api/proposals').requestBody!
    expect(body).toMatchObject({
      required: true,
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/CreateProposalInput' } },
      },
    })
    expect(components.schemas.CreateProposalInput).toMatchObject({
      required: ['title', 'description'],
      properties: {
        title: { description: 'The title. 1 to 200 characters, not only blanks.' },
        endTime: { type: ['string', 'null'], format: 'date-time' },
      },
    })
  })

  test('A request needs no body if nothing is required', () => {
    expect(operationAt('post', '/api/roles/{id}/apply').requestBody!.required).toBe(false)
    expect(operationAt('post', '/api/quests/{id}/complete').requestBody!.required).toBe(false)
  })

  test('A request that changes something may have the header Idempotency-Key', () => {
    const changing = operations.filter(
      ({ path, method }) =>
        method !== 'get' && path.startsWith('/api/') && !path.startsWith('/api/oauth/'),
    )
    expect(changing.length).toBeGreaterThan(20)
    for (const { method, path, operation } of changing) {
      const key = { $ref: '#/components/parameters/IdempotencyKey' }
      expect(operation.parameters, `${method} ${path}`).toContainEqual(key)
    }
    expect(components.parameters).toHaveProperty('IdempotencyKey')
  })

  test('A request requires a token with the scopes of the directives, and the admin key if needed', () => {
    expect(operationAt('get', '/api/wallets').security).toEqual([
      { accessToken: ['identity', 'wallet'] },
    ])
    expect(operationAt('post', '/api/credentials/issue').security).toEqual([
      { accessToken: ['identity'], adminKey: [] },
    ])
  })
})
