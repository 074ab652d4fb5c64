// Every mutation that clients can use, by the schema: a new one is covered when it is added.
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { openApi, operations } from '#test/openapi.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const schema = buildSchema(
  readFileSync(new URL('../../schema/api.graphql', import.meta.url), 'utf8'),
)
const mutations = Object.values(schema.getMutationType()!.getFields())
const secrets = new Set(subgraphs.flatMap(({ secretAnswers = [] }) => secretAnswers))
/** By the name of a scalar: a value, and another one. */
const SCALARS: Record<string, readonly [unknown, unknown]> = {
  Boolean: [true, false],
  DateTimeISO: ['2100-01-01T00:00:00.000Z', '2100-01-02T00:00:00.000Z'],
  Float: [1, 2],
  ID: [newId('unknown'), newId('unknown')],
  Int: [1, 2],
  JSONObject: [{}, { a: 1 }],
  SafeInt: [1, 2],
  String: ['abcdefgh', 'ijklmnop'],
}

/** A value of that type, with what it requires, or one field. */
function valueOf(type: GraphQLInputType, choice: 0 | 1): unknown {
  const given = getNullableType(type)
  if (isListType(given)) return [valueOf(given.ofType, choice)]
  if (isEnumType(given)) return given.getValues()[0]!.name
  if (isScalarType(given)) return SCALARS[given.name]![choice]
  if (!isInputObjectType(given)) throw new Error(`There is no value of ${String(type)}.`)
  const fields = Object.values(given.getFields())
  const required = fields.filter(isRequiredInputField)
  const sent = required.length > 0 ? required : fields.slice(0, 1)
  return Object.fromEntries(sent.map((field) => [field.name, valueOf(field.type, choice)]))
}

/** A request for a mutation, with what it requires. */
function requestOf({ name, args, type }: GraphQLField<unknown, unknown>, choice: 0 | 1 = 0) {
  const sent = args.filter(isRequiredArgument)
  const takes = sent.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const passes = sent.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const leaf = isScalarType(getNamedType(type))
  const query = `mutation ${takes && `(${takes})`} {
    ${name}${passes && `(${passes})`} ${leaf ? '' : '{ __typename }'}
  }`
  return {
    query,
    variables: Object.fromEntries(sent.map((arg) => [arg.name, valueOf(arg.type, choice)])),
  }
}

let system: TestSystem
let ada: Person
beforeAll(async () => {
  system = await startTestSystem()
  ada = await system.join('ada', { role: 'admin', xp: 122_500 })
})
afterAll(() => system.stop())

async function ask(query: string, variables: object, key: string) {
  const token = await ada.token({ scope: 'identity credentials wallet admin' })
  const headers = { 'idempotency-key': key }
  return (await system.graphql(query, { token, variables, headers })).body
}

describe.each(mutations.map((field) => [field.name, field] as const))('%s', (name, field) => {
  test('runs once for a key', async () => {
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
