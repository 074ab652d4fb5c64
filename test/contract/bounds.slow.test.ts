// Services accept exactly the bodies and query parameters that the OpenAPI document allows: lengths, patterns, numbers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonSchema, Parameter, Reference } from '#foundation/http/openapi.ts'
import { openApi, operations, pointer, violations } from '#test/openapi.ts'
import { addRealm } from '#test/realm-story.ts'
import { startTestSystem, type TestResponse, type TestSystem } from '#test/system.ts'
import { cornersOf } from '../../subgraphs/realm/domain/space.ts'
import { MAX_COORDINATE } from '../../subgraphs/realm/input.ts'
import { findingRows } from './finding.ts'
import { governanceRows } from './governance.ts'
import { guildRows } from './guild.ts'
import { identityRows } from './identity.ts'
import { realmRows } from './realm.ts'
import type { Given, Row } from './row.ts'
import { scrollRows } from './scroll.ts'
import { restAtRouter } from './ways.ts'

const rows = [
  ...governanceRows,
  ...guildRows,
  ...identityRows,
  ...realmRows,
  ...scrollRows,
  ...findingRows,
]

/** A field of a body or a query parameter that has bounds. */
interface Field {
  row: Row
  where: 'body' | 'query'
  /** The path of the field, such as `position.x`. */
  path: string
  schema: JsonSchema
  /** The path of its schema in the document. */
  place: string
}

const fields = operations.flatMap(({ method, operation, path }) => {
  const row = rows.find((one) => {
    return one.method.toLowerCase() === method && one.path.replace(/:(\w+)/g, '{$1}') === path
  })
  if (!row) return []
  const schema = operation.requestBody?.content['application/json']?.schema
  const reference = schema?.$ref
  const place = `#/paths/${pointer(path)}/${method}/parameters`
  return [
    ...(typeof reference === 'string' ? boundFields(row, reference) : []),
    ...boundParameters(row, operation.parameters ?? [], place),
  ]
})

/** `page` and `limit`, which all lists share, have tests of their own. */
function boundParameters(
  row: Row,
  parameters: readonly (Parameter | Reference)[],
  place: string,
): Field[] {
  return parameters.flatMap((parameter, index) => {
    if (!('schema' in parameter) || parameter.in !== 'query' || !isBound(parameter.schema))
      return []
    const { name: path, schema } = parameter
    return [{ row, where: 'query', path, schema, place: `${place}/${index}/schema` }]
  })
}

function isBound(schema: JsonSchema): boolean {
  return ['maxLength', 'pattern', 'maximum'].some((keyword) => keyword in schema)
}

function boundFields(row: Row, reference: string, above = ''): Field[] {
  const holder = openApi.components.schemas[reference.split('/').at(-1)!]!
  const properties = (holder.properties ?? {}) as Record<string, JsonSchema>
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${above}${name}`
    const { $ref } = schema
    if (typeof $ref === 'string') return boundFields(row, $ref, `${path}.`)
    if (!isBound(schema)) return []
    return [{ row, where: 'body', path, schema, place: `${reference}/properties/${name}` }]
  })
}

test('the document has bounds for these fields', () => {
  expect(fields.map(({ path, row }) => `${row.path} ${path}`).toSorted()).toEqual([
    '/api/assets search',
    '/api/courses search',
    '/api/credentials/issue type',
    '/api/identities search',
    '/api/listings maxPrice',
    '/api/listings minPrice',
    '/api/me bio',
    '/api/me displayName',
    '/api/me/username username',
    '/api/organizations search',
    '/api/proposals description',
    '/api/proposals search',
    '/api/proposals title',
    '/api/quests search',
    '/api/realms search',
    '/api/realms/:id/places near',
    '/api/realms/:id/places radius',
    '/api/realms/:id/presence position.x',
    '/api/realms/:id/presence position.y',
    '/api/realms/:id/presence position.z',
    '/api/roles search',
    '/api/roles/:id/apply message',
    '/api/scrolls content',
    '/api/scrolls search',
    '/api/scrolls title',
    '/api/scrolls/:id content',
    '/api/scrolls/:id title',
    '/api/wallets/challenge address',
    '/api/wallets/challenge chainId',
    '/api/wallets/link message',
    '/api/wallets/link signature',
  ])
})

describe('a service refuses what the document refuses, and nothing else for its form', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({ topology: 'one process' })
  })
  afterAll(() => system.stop())

  for (const { path, place, row, schema, where } of fields) {
    test(`${row.method} ${row.path} ${path}`, async () => {
      let story: Given | undefined
      for (const value of samplesOf(schema)) {
        const given = (story ??= await givenFor(row, system))
        const change =
          where === 'body' ? withField(given, path, value) : withParameter(given, path, value)
        const response = await restAtRouter.ask(system, row, { ...given, ...change })
        const reported = `${String(value).slice(0, 40)}: ${JSON.stringify(response.body)}`
        const refused = isRefused(response, path)
        expect(refused, reported).toBe(violations(place, value).length > 0)
        // Some requests cannot succeed twice.
        if (!refused && where === 'body') story = undefined
      }
    })
  }
})

/** Adds the other parameter of a pair that is refused alone. */
function withParameter(
  { parameters }: Given,
  path: string,
  value: unknown,
): Pick<Given, 'parameters'> {
  return { parameters: { near: '0,0,0', radius: 1, ...parameters, [path]: String(value) } }
}

/** The row's own request, in the largest possible realm. */
async function givenFor({ good, path }: Row, system: TestSystem): Promise<Given> {
  const given = await good.given(system)
  if (path !== '/api/realms/:id/presence') return given
  return { ...given, params: { id: await addRealm(system, WIDEST) } }
}

const WIDEST = cornersOf({
  min: { x: -MAX_COORDINATE, y: -MAX_COORDINATE, z: -MAX_COORDINATE },
  max: { x: MAX_COORDINATE, y: MAX_COORDINATE, z: MAX_COORDINATE },
})

/** Values on both sides of every bound. */
function samplesOf(schema: JsonSchema) {
  const { exclusiveMinimum, examples, maxLength, maximum, minLength, minimum, pattern } = schema
  const [example] = examples as unknown[]
  const texts = [
    ...(typeof minLength === 'number' ? ['x'.repeat(minLength), 'x'.repeat(minLength - 1)] : []),
    // A clef is one character, but two UTF-16 code units.
    ...(typeof maxLength === 'number' ? ['𝄞'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : []),
    ...(pattern === undefined ? [] : textsAround(String(example))),
  ]
  const bounds = [minimum, exclusiveMinimum, maximum].filter((bound) => typeof bound === 'number')
  const numbers = bounds.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5])
  return [example, ...texts, ...numbers]
}

/** Texts that a pattern may distinguish. */
function textsAround(text: string): string[] {
  const lengths = [2, 3, 30, 31, 64, 65].map((length) => 'x'.repeat(length))
  const points = ['1000000', '1000000.5', '1000001', '-1000000', '-1000001', '1e-7', '.', 'x']
  const pointTexts = points.flatMap((one) => [
    `${one},0,0`,
    `0,0,${one}`,
    `0,${one}`,
    `0,0,0,${one}`,
  ])
  return [
    ...pointTexts,
    ' ',
    '',
    '_1',
    `${text}0`,
    text.slice(0, -1),
    `${text}\n`,
    `${text}G`,
    ...lengths,
  ]
}

function withField({ body }: Given, path: string, value: unknown): Pick<Given, 'body'> {
  const copy = structuredClone(body ?? {})
  const keys = path.split('.')
  const holder = keys.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy)
  holder[keys.at(-1)!] = value
  return { body: copy }
}

/** True if the response refuses the form of the request; other refusals have a reason in capitals. */
function isRefused({ body, status }: TestResponse, path: string): boolean {
  if (status !== 400) return false
  const { code, details } = body.error
  return code === 'VALIDATION_ERROR' && details.field === path && !/^[A-Z_]+$/.test(details.reason)
}
