// Every mutation in the schema that clients can use. New mutations are covered automatically.
import { beforeAll, describe, expect, test } from 'vitest'
import { mutations, requestOf } from '#test/every-mutation.ts'
import { openApi, operations } from '#test/openapi.ts'
import { testSystem, type Person } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const secrets = new Set(subgraphs.flatMap(({ secretResponses = [] }) => secretResponses))
const system = testSystem()
let ada: Person
beforeAll(async () => {
  ada = await system.join('ada', { role: 'admin', xp: 122_500 })
})

async function ask(query: string, variables: object, key: string) {
  const token = await ada.token({ scope: 'identity credentials wallet admin' })
  const headers = { 'idempotency-key': key }
  return (await system.graphql(query, { token, variables, headers })).body
}

describe.each(mutations.map((field) => [field.name, field] as const))('%s', (name, field) => {
  test('a mutation runs once for a key', async () => {
    const { query, variables } = requestOf(field)
    const key = crypto.randomUUID()
    const first = await ask(query, variables, key)
    const { code } = first.errors?.[0]?.extensions ?? {}
    expect(['INTERNAL_ERROR', 'INVALID_TOKEN']).not.toContain(code)
    const again = await ask(query, variables, key)
    if (secrets.has(name) && !first.errors) {
      expect(again.errors).toMatchObject([
        { extensions: { details: { reason: 'KEY_ALREADY_USED' } } },
      ])
      return
    }
    expect(again).toEqual(first)
    if (code === 'INSUFFICIENT_PERMISSIONS') return
    const changed = await ask(query, requestOf(field, 1).variables, key)
    expect(changed.errors, JSON.stringify(changed)).toMatchObject([
      { path: [name], extensions: { details: { field: 'Idempotency-Key' } } },
    ])
  })
})

const changing = operations.filter(({ path, method }) => {
  return method !== 'get' && path.startsWith('/api/') && !path.startsWith('/api/oauth/')
})

test.each(changing)('$method $path documents the header', ({ operation }) => {
  expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(openApi.components.parameters).toHaveProperty('IdempotencyKey')
})
