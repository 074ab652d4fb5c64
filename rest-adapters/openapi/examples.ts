// Generates examples from the examples of their parts.
import { isEnumType, type GraphQLNamedType } from 'graphql'
import type { JsonSchema, MediaType } from '#foundation/http/openapi.ts'
import { EXAMPLE_IDS, EXAMPLE_TIME, exampleId } from './example-values.ts'

/** The `examples` of a field, from the given values. @throws if there is none for it */
export function fieldExamples(
  values: Readonly<Record<string, unknown>>,
  holder: string,
  field: string,
  type: GraphQLNamedType,
): { examples?: unknown[] } {
  const own = values[`${holder}.${field}`]
  if (own !== undefined) return { examples: [own] }
  if (isEnumType(type) || type.name === 'Boolean') return {}
  if (type.name === 'ID') return { examples: [idExample(holder, field)] }
  if (type.name === 'DateTimeISO') return { examples: [EXAMPLE_TIME] }
  const value = values[field]
  if (value !== undefined) return { examples: [value] }
  throw new Error(
    `${holder}.${field} has no example: add it to \`examples\` of its subgraph or to example-values.ts.`,
  )
}

function idExample(holder: string, field: string): string {
  const named = EXAMPLE_IDS[`${holder}.${field}`] ?? EXAMPLE_IDS[field]
  const kind = field === 'id' ? holder : field.replace(/Id$/, '')
  return exampleId(named ?? kind.toLowerCase())
}

/** The schemas that references point to, by name. */
type Schemas = Readonly<Record<string, JsonSchema>>

/** Adds an example for each form of a body; the forms have distinct titles. */
export function withExamples(media: MediaType, schemas: Schemas): MediaType {
  if (media.example !== undefined || media.examples) return media
  const { anyOf, oneOf } = resolve(media.schema, schemas)
  const forms = (oneOf ?? anyOf) as JsonSchema[] | undefined
  if (!forms) return { ...media, example: exampleOf(media.schema, schemas) }
  const named = forms.map((form) => [
    resolve(form, schemas).title,
    { value: exampleOf(form, schemas) },
  ])
  return { ...media, examples: Object.fromEntries(named) as NonNullable<MediaType['examples']> }
}

/** An example value of a schema. @throws for a string or number without an example */
function exampleOf(reference: JsonSchema, schemas: Schemas): unknown {
  const schema = resolve(reference, schemas)
  const { anyOf, const: only, enum: values, examples, items, oneOf, properties } = schema
  const [example] = (examples ?? values ?? []) as unknown[]
  if (only !== undefined || example !== undefined) return only ?? example
  const [form] = (oneOf ?? anyOf ?? []) as JsonSchema[]
  if (form) return exampleOf(form, schemas)
  if (items) return [exampleOf(items as JsonSchema, schemas)]
  if (schema.type === 'boolean') return true
  if (!properties) throw new Error(`No example of ${JSON.stringify(schema)}.`)
  const entries = Object.entries(properties as Schemas)
  return Object.fromEntries(entries.map(([key, value]) => [key, exampleOf(value, schemas)]))
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const named = schemas[String(schema.$ref).replace('#/components/schemas/', '')]
  return named ? resolve(named, schemas) : schema
}
