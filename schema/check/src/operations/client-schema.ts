// What documents may have besides the composed API: the router's `@defer` and `@stream`, and what a client resolves itself.
import { buildSchema, concatAST, extendSchema, GraphQLSchema, parse } from 'graphql'
import { tolerate, type Text } from '../sources/files.ts'
import type { IncrementalDirective } from '../sources/layout/layout.ts'

// As https://github.com/graphql/graphql-wg/blob/main/rfcs/DeferStream.md has them, and Relay's older name of the count.
const DEFINED = buildSchema(`
  type Query { a: Int }
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0, initial_count: Int) on FIELD
`)

/** The schema with those that the router serves, unless it has them. */
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

/**
 * The schema with the types and fields that a client adds. What cannot be added is left out, so that its documents are
 * reported.
 */
export function withExtensions(schema: GraphQLSchema, extensions: readonly Text[]): GraphQLSchema {
  if (extensions.length === 0) return schema
  const extend = () => {
    const added = concatAST(extensions.map(({ text }) => parse(text)))
    return extendSchema(schema, added, { assumeValid: true })
  }
  return tolerate(extend) ?? schema
}
