// Counts how often a validator visits one value: schemas that refer to each other multiply the visits.
import { asObject, isSchema } from '../schema/all-of.ts'
import type { OpenApi, Schema, SchemaObject } from '../openapi.ts'
import { pointedAt } from '../references.ts'
import { Undecided } from './undecided.ts'

/** The limit allows some parts in each form of the largest list (convert.ts). */
const MAX_MEETINGS = 5_000

/** Counts the schemas that a value meets in a schema. Fails with `Undecided` for a loop and for too many. */
export function meetingCounter(document: OpenApi): (schema: Schema) => number {
  const known = new Map<SchemaObject, number>()
  const timesOf = (given: Schema): number => {
    const schema = asObject(given)
    const found = known.get(schema)
    if (found !== undefined) return found
    known.set(schema, Infinity)
    const times = partsOf(document, schema).reduce((sum, part) => sum + timesOf(part), 1)
    if (times === Infinity) throw new Undecided('a schema that consists of itself')
    if (times > MAX_MEETINGS) throw new Undecided('schemas that repeat each other too often')
    known.set(schema, times)
    return times
  }
  return timesOf
}

/** The schemas that apply to the same value. */
function partsOf(document: OpenApi, schema: SchemaObject): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], dependentSchemas = {}, $ref } = schema
  const target = $ref === undefined ? undefined : pointedAt(document, $ref)
  const single = [schema.not, schema.if, schema.then, schema.else, target]
  return [allOf, anyOf, oneOf, Object.values(dependentSchemas as object), single]
    .flat()
    .filter(isSchema)
}
