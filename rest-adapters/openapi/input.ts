// The request body of an operation as JSON Schema. Unknown fields are allowed, because services ignore
// them.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql'
import type { JsonSchema } from '#foundation/http/openapi.ts'
import { fieldType, inputBounds } from './bounds.ts'
import type { ComponentSchemas } from './component-schemas.ts'
import { fieldExamples } from './examples.ts'
import { orNull, scalarSchema } from './scalars.ts'
import { enumSchema } from './selection.ts'

/** The schema of an argument, an input object or one of its fields. */
export function inputSchema(components: ComponentSchemas, type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return inputSchema(components, type.ofType)
  if (isListType(type)) {
    return { type: 'array', items: inputSchema(components, type.ofType) }
  }
  if (isScalarType(type)) return scalarSchema(type)
  if (isEnumType(type)) return components.add(type.name, enumSchema(type))
  return components.add(type.name, objectSchema(components, type))
}

function objectSchema(components: ComponentSchemas, type: GraphQLInputObjectType): JsonSchema {
  const fields = Object.values(type.getFields())
  const properties = fields.map((field) => [field.name, fieldSchema(components, type.name, field)])
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    properties: Object.fromEntries(properties) as JsonSchema,
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
  }
}

function fieldSchema(
  components: ComponentSchemas,
  holder: string,
  field: GraphQLInputField,
): JsonSchema {
  const { defaultValue, description, name, type } = field
  const schema = { ...inputSchema(components, type), ...fieldType(holder, name) }
  const named = getNamedType(type)
  return {
    ...(isNonNullType(type) ? schema : orNull(schema)),
    description,
    ...inputBounds(field),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(isInputObjectType(named) ? {} : fieldExamples(components.examples, holder, name, named)),
  }
}
