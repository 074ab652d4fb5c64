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
      const fields = differingFields(known, schema).join(', ')
      throw new Error(
        `Rows return ${name} in two shapes (${fields}): name one in \`documented.payload\` of its row in routes.ts.`,
      )
    },
  }
}

function differingFields(one: JsonSchema, other: JsonSchema): string[] {
  const [before, after] = [one, other].map(({ properties }) => properties as Examples)
  return Object.keys({ ...before, ...after }).filter(
    (field) => !isDeepStrictEqual(before?.[field], after?.[field]),
  )
}
