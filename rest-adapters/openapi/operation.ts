// One row of a route table as an OpenAPI operation.
import { isInputObjectType, getNullableType, isRequiredInputField } from 'graphql'
import type { OperationObject, RequestBody } from '#foundation/http/openapi.ts'
import type { Route } from '#foundation/service/route.ts'
import { responsesOf } from './responses.ts'
import type { Source } from './component-schemas.ts'
import { inputSchema } from './input.ts'
import { argumentOf, parametersOf } from './parameters.ts'
import { rootFieldOf, type RootField } from './root-field.ts'
import { securityOf } from './security.ts'

/** The operation of a row. Its text comes from the schema, unless one field serves two rows. */
export function operationOf(source: Source, row: Route, tag: string): OperationObject {
  const root = rootFieldOf(source.schema, row)
  const name = root.operation.name!.value
  const description = row.documented?.description ?? root.field.description ?? ''
  const parameters = parametersOf(source, row, root)
  return {
    operationId: `${name[0]!.toLowerCase()}${name.slice(1)}`,
    summary: row.documented?.summary ?? firstClause(description),
    description,
    tags: [tag],
    security: [securityOf(source.schema, root)],
    ...(parameters.length > 0 && { parameters }),
    ...(row.method !== 'get' && { requestBody: bodyOf(source, root) }),
    responses: responsesOf(source, row, root),
  }
}

/**
 * The text up to the first full stop, colon, semicolon or comma: "Completes a quest for the caller: once
 * each day …" becomes "Completes a quest for the caller".
 */
function firstClause(text: string): string {
  return (/^.*?(?=[.:;,](\s|$))/s.exec(text)?.[0] ?? text).replace(/\s+/g, ' ')
}

function bodyOf({ components }: Source, root: RootField): RequestBody {
  const takes = root.operation.variableDefinitions?.some(
    ({ variable }) => variable.name.value === 'input',
  )
  if (!takes) return NOTHING
  const { description, type } = argumentOf(root, 'input')
  const input = getNullableType(type)
  const fields = isInputObjectType(input) ? Object.values(input.getFields()) : []
  return {
    required: fields.some(isRequiredInputField),
    description: description ?? '',
    content: { 'application/json': { schema: inputSchema(components, type) } },
  }
}

/** The body of a row without input: if sent, it must still be an object. */
const NOTHING: RequestBody = {
  required: false,
  description: 'The body is ignored.',
  content: { 'application/json': { schema: { type: 'object' }, example: {} } },
}
