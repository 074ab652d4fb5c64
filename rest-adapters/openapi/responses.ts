// The responses of a row: its body in each form, and its possible errors, by status.
import { getNamedType } from 'graphql'
import { ERROR_CODES, type ErrorCode } from '#foundation/domain/errors.ts'
import {
  exactly,
  reference,
  type JsonSchema,
  type OperationObject,
  type ResponseObject,
} from '#foundation/http/openapi.ts'
import { MAX_LIMIT } from '../pages.ts'
import type { ResponseForm, Route } from '#foundation/service/route.ts'
import type { Source } from './component-schemas.ts'
import { restHeaders } from './headers.ts'
import { fieldBelow, type RootField } from './root-field.ts'
import { presentValue } from './selection.ts'

/** Every possible response, by status. */
export function responsesOf(
  source: Source,
  row: Route,
  root: RootField,
): OperationObject['responses'] {
  const refusals = refusalsOf(row).map((code) => [
    ERROR_CODES[code].status,
    reference('responses', code),
  ])
  return { ...successesOf(source, row, root), ...Object.fromEntries(refusals) }
}

function successesOf(
  source: Source,
  { response, documented }: Route,
  root: RootField,
): Record<string, ResponseObject> {
  const { description, name } = getNamedType(root.field.type)
  if (response.form === 'list')
    return { 200: listResponse(source, response, root, documented?.payload) }
  if (response.form === 'record') {
    const { field, node } = fieldBelow(source.schema, name, root.node, response.record)
    const body = enveloped(presentValue(source, field.type, node))
    return { 200: success('It already existed.', body), 201: success('It is new.', body) }
  }
  const { absentWhenNull, form, status = 200 } = response
  const value = { payload: documented?.payload, absentWhenNull }
  const payload = presentValue(source, root.field.type, root.node, value)
  const body = form === 'bare' ? payload : enveloped(payload)
  return { [status]: success(description ?? 'Done.', body) }
}

function success(description: string, schema: JsonSchema, headers = restHeaders()): ResponseObject {
  return { description, headers, content: { 'application/json': { schema } } }
}

function enveloped(data: JsonSchema): JsonSchema {
  return exactly({ success: { type: 'boolean', const: true }, data })
}

/** Both forms of a list (contract, "Pagination"). */
function listResponse(
  source: Source,
  { absentWhenNull, name, total }: Extract<ResponseForm, { form: 'list' }>,
  root: RootField,
  payload: string | undefined,
): ResponseObject {
  const connection = getNamedType(root.field.type)
  const { field, node } = fieldBelow(source.schema, connection.name, root.node, 'nodes')
  const value = { payload, absentWhenNull }
  const item = presentValue(source, field.type, node, value).items as JsonSchema
  const items = { type: 'array', items: item, maxItems: MAX_LIMIT }
  const named = exactly({ [name]: items, ...(total && { total: TOTAL }) })
  const page = exactly({ data: items, pagination: PAGINATION })
  const type = connection.name.replace(/Connection$/, '')
  const oneOf = [
    source.components.add(`${type}List`, { title: 'list', ...named }),
    source.components.add(`${type}Page`, { title: 'page', ...page }),
  ]
  const description = 'A list without `page` and `limit`, otherwise a page.'
  return success(description, { oneOf }, restHeaders({ Link: 'Link' }))
}

const TOTAL = {
  type: 'integer',
  minimum: 0,
  examples: [42],
  description: 'The total number of items.',
}
const PAGINATION = exactly({
  page: { type: 'integer', minimum: 1, examples: [1], description: 'The number of this page.' },
  limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, examples: [20] },
  total: TOTAL,
  totalPages: { type: 'integer', minimum: 0, examples: [3] },
})

/** The error codes that a row can return; some are common to all rows. */
function refusalsOf({ query = {}, response, method, path }: Route): ErrorCode[] {
  const isAddressed = path.includes(':')
  const hasParameters = response.form === 'list' || Object.keys(query).length > 0
  const reads = isAddressed || method !== 'get' || hasParameters
  // NOT_FOUND is possible when the path or body names a resource, and when the resource is the
  // caller, who may be a machine client.
  const isSought = isAddressed || response.form !== 'list'
  return [
    ...(reads ? (['VALIDATION_ERROR'] as const) : []),
    'INVALID_TOKEN',
    'INSUFFICIENT_PERMISSIONS',
    ...(isSought ? (['NOT_FOUND'] as const) : []),
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
  ]
}
