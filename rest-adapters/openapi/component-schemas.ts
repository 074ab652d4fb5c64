// Collects the named schemas of a document, each once.
import { isDeepStrictEqual } from 'node:util'
import type { GraphQLSchema } from 'graphql'
import { reference, type JsonSchema } from '#foundation/http/openapi.ts'

type Examples = Readonly<Record<string, unknown>>

export interface ComponentSchemas {
  /** The schemas by name. */
  readonly all: Readonly<Record<string, JsonSchema>>
  /** The example values of fields, as in example-values.ts. */
  readonly examples: Examples
  /** Stores a schema and returns a reference to it. @throws if a different one has the name */
  add(name: string, schema: JsonSchema): JsonSchema
}

/** The source of a part of a document: the schema of its service, and the named schemas. */
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
