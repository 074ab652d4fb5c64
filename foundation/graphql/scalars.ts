// The scalars and types that all subgraphs share.
import { readFileSync } from 'node:fs'
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars'

/** SDL of the shared scalars and of PageInfo, appended to each subgraph's own. */
export const commonSdl = readFileSync(new URL('../common.graphql', import.meta.url), 'utf8')

/** The functions that read and write values of the scalars in common.graphql. */
export const scalarResolvers = {
  DateTimeISO: behaviour(GraphQLDateTimeISO),
  JSONObject: behaviour(GraphQLJSONObject),
}

// Keeps only the functions, because name and description come from common.graphql.
function behaviour(scalar: typeof GraphQLDateTimeISO | typeof GraphQLJSONObject) {
  const { serialize, parseValue, parseLiteral } = scalar
  return { serialize, parseValue, parseLiteral }
}
