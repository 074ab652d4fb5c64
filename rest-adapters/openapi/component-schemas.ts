// The schemas that a document holds under their names, each written once.
import { isDeepStrictEqual } from 'node:util'
import type { GraphQLSchema } from 'graphql'
import { reference, type JsonSchema } from '#foundation/http/openapi.ts'

export interface ComponentSchemas {
  /** By name. */
  readonly all: Readonly<Record<string, JsonSchema>>
  /** Keeps a schema under its name, and gives a reference to it. @throws when another one has it */
  add(name: string, schema: JsonSchema): JsonSchema
}

/** What a part of a document is made from: the schema of its service, and where named schemas go. */
export interface Source {
  schema: GraphQLSchema
  components: ComponentSchemas
}

export function createComponentSchemas(): ComponentSchemas {
  const all: Record<string, JsonSchema> = {}
  return {
    all,
    add(name, schema) {
      const known = (all[name] ??= schema)
      if (isDeepStrictEqual(known, schema)) return reference('schemas', name)
      throw new Error(`${name} is answered in two shapes: a row must name one of them (payload).`)
    },
  }
}
