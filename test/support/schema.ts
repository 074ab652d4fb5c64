// A test's own schema, built and guarded like that of a subgraph.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GraphQLSchema } from 'graphql'
import type { Authorization } from '#foundation/auth/scopes.ts'
import { buildSchema } from '#foundation/service/subgraph-schema.ts'
import type { AnySubgraph, Resolvers } from '#foundation/service/subgraph.ts'

const LINK = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v2.7"
  import: ["@key", "@shareable", "@tag", "@inaccessible", "@authenticated", "@requiresScopes", "@policy"]
)
`

/** The schema of this SDL, with the federation directives defined. @throws like buildSchema */
export function schemaOf(
  sdl: string,
  resolvers: Resolvers = {},
  authorization: Authorization & Pick<AnySubgraph, 'input'> = {},
): GraphQLSchema {
  const folder = mkdtempSync(join(tmpdir(), 'ecosystem-sdl-'))
  const file = join(folder, 'schema.graphql')
  try {
    writeFileSync(file, `${LINK}${sdl}`)
    return buildSchema({ name: 'test', sdl: pathToFileURL(file), resolvers, ...authorization })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
