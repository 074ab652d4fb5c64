// The named schemas of a document, each written once.
import { isDeepStrictEqual } from 'node:util'
import type { GraphQLSchema } from 'graphql'
import { reference, type JsonSchema } from '#foundation/http/openapi.ts'

type Examples = Readonly<Record<string, unknown>>

export interface ComponentSchemas {
  /** By name. */
  readonly all: Readonly<Record<string, JsonSchema>>
  /** Values of fields, as in example-values.ts. */
  readonly examples: Examples
  /**
   * Stores a schema under its name, and returns a reference to it. @throws when another one has the
   * name
   */
  add(name: string, schema: JsonSchema): JsonSchema
}

/** The input for a part of a document: the schema of its service, and the named schemas. */
export interface Source {
  schema: GraphQLSchema
  components: ComponentSchemas
}

export function createComponentSchemas(examples: Examples): ComponentSchemas {
  const all: Record<string, JsonSchema> = {}
  return {
    all,
    examples,
    add(name, schema) {
      const known = (all[name] ??= schema)
      if (isDeepStrictEqual(known, schema)) return reference('schemas', name)
      throw new Error(`${name} is returned in two shapes: one row must name its own (payload).`)
    },
  }
}
