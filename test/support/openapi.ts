// Checks responses against the OpenAPI document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import {
  METHODS,
  type Header,
  type JsonSchema,
  type Method,
  type ResponseObject,
} from '#foundation/http/openapi.ts'
import { readOpenApi } from '../../rest-adapters/openapi/served.ts'
import type { TestResponse } from './http.ts'

export const openApi = readOpenApi()

/** Every operation of the document. */
export const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ path, method, operation }] : []
  }),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(openApi, 'openapi')

const validators = new Map<string, ValidateFunction>()

/** Every way in which the value violates the schema at that pointer of the document. */
export function violations(place: string, value: unknown): string[] {
  const known = validators.get(place)
  const validate = known ?? ajv.compile({ $ref: `openapi${place}` })
  if (!known) validators.set(place, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Fails unless the response is documented: its status, its headers and its body. */
export function expectDocumented(method: string, path: string, response: TestResponse): void {
  const reported = `${method} ${path} ${response.status} ${JSON.stringify(response.body)}`
  expect(undocumented(method, path, response), reported).toEqual([])
}

/** Every part of a response to a path such as `/api/quests/:id` that the document lacks. */
export function undocumented(method: string, path: string, result: TestResponse): string[] {
  const template = path.replace(/:(\w+)/g, '{$1}')
  const verb = method.toLowerCase() as Method
  const operation = openApi.paths[template]?.[verb]
  if (!operation) return [`${method} ${path} is not documented`]
  const response = operation.responses[result.status]
  if (!response) return [`the status ${result.status} is not documented`]
  const place = `#/paths/${pointer(template)}/${verb}/responses/${result.status}`
  const at = '$ref' in response ? response.$ref : place
  return [...undocumentedHeaders(lookUp(at), result), ...undocumentedBody(at, result)]
}

/** Headers that have a meaning on any path. */
const TELLING = ['link', 'location', 'retry-after', 'www-authenticate']

function undocumentedHeaders({ headers = {} }: ResponseObject, response: TestResponse): string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const strange = TELLING.filter((name) => response.headers.has(name) && !names.includes(name))
  const wrong = Object.entries(headers).flatMap(([name, { $ref }]) => {
    const { required, schema } = lookUp($ref) as unknown as Header
    const value = response.headers.get(name)
    if (value === null) return required ? [`the header ${name} is missing`] : []
    return violations(`${$ref}/schema`, readHeader(value, schema)).map((wrong) => name + wrong)
  })
  return [...strange.map((name) => `the header ${name} is not documented`), ...wrong]
}

function readHeader(value: string, { type }: JsonSchema): string | number {
  return type === 'integer' ? Number(value) : value
}

function undocumentedBody(at: string, { body, headers }: TestResponse): string[] {
  const { content } = lookUp(at)
  if (!content) return body === '' || headers.has('location') ? [] : ['a body is not documented']
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (!content[type]) return [`the content type ${type} is not documented`]
  return violations(`${at}/content/${pointer(type)}/schema`, body)
}

function lookUp(place: string): ResponseObject {
  const keys = place.slice('#/'.length).split('/').map(unescaped)
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    openApi,
  ) as ResponseObject
}

/** A key as it is written in the JSON pointer of a reference (RFC 6901). */
export function pointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
