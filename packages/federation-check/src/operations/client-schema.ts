// Extends the composed API by what documents may use as well: the router's `@defer` and `@stream`,
// and fields that a client resolves itself.
import { buildSchema, concatAST, extendSchema, GraphQLSchema, parse } from 'graphql'
import { tolerate, type Text } from '../sources/files.ts'
import type { IncrementalDirective } from '../sources/layout/layout.ts'

// The definitions of https://github.com/graphql/graphql-wg/blob/main/rfcs/DeferStream.md, with
// Relay's older name of the count.
const DEFINED = buildSchema(`
  type Query { a: Int }
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0, initial_count: Int) on FIELD
`)

/** Adds the directives that the router serves, unless the schema has them. */
export function withIncremental(
  schema: GraphQLSchema,
  served: readonly IncrementalDirective[],
): GraphQLSchema {
  const names = served.map((name) => name.slice(1)).filter((name) => !schema.getDirective(name))
  if (names.length === 0) return schema
  const config = schema.toConfig()
  const added = names.map((name) => DEFINED.getDirective(name)!)
  return new GraphQLSchema({ ...config, directives: [...config.directives, ...added] })
}

/** Adds the types and fields of a client. What cannot be added is left out, so that its documents are reported. */
export function withExtensions(schema: GraphQLSchema, extensions: readonly Text[]): GraphQLSchema {
  if (extensions.length === 0) return schema
  const extend = () => {
    const added = concatAST(extensions.map(({ text }) => parse(text)))
    return extendSchema(schema, added, { assumeValid: true })
  }
  return tolerate(extend) ?? schema
}
