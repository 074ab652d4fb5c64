// A discriminator decides which form a value has (https://spec.openapis.org/oas/v3.1.0, Discriminator
// Object). JSON Schema does not know it, so each form gets the values that name it.
import { lastOf } from '../schema/all-of.ts'
import type { Schema, SchemaObject } from '../openapi.ts'

export function withDiscriminator(schema: SchemaObject): SchemaObject {
  const { discriminator, oneOf, anyOf, ...rest } = schema
  const { propertyName, mapping = {} } = discriminator ?? {}
  const forms = oneOf ?? anyOf
  if (propertyName === undefined || !forms) return schema
  const named = forms.map((form) => withValues(form, propertyName, mapping))
  return { ...rest, ...(oneOf ? { oneOf: named, ...(anyOf ? { anyOf } : {}) } : { anyOf: named }) }
}

function withValues(form: Schema, name: string, mapping: Record<string, string>): Schema {
  const ref = typeof form === 'object' ? form.$ref : undefined
  if (ref === undefined) return form
  const mapped = Object.entries(mapping).filter(
    ([, target]) => target === ref || target === lastOf(ref),
  )
  // Without a mapping, the name of the schema is the value.
  const values = mapped.length > 0 ? mapped.map(([value]) => value) : [lastOf(ref)]
  // A value without the property may have any form.
  return { allOf: [form, { properties: { [name]: { enum: values } } }] }
}
