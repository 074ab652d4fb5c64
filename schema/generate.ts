// `npm run schema` writes every generated file; with `--check` it fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema as buildClientSideSchema, parse, validate, type GraphQLSchema } from 'graphql'
import { ListRevokedGrants } from '#foundation/peers/key-and-revocation-poller.ts'
import { buildSchema, type AnySubgraph } from '#foundation/service/subgraph.ts'
import { contentSchema } from '../content/schema.ts'
import { openApiDocument } from '../rest-adapters/openapi/document.ts'
import type { Route } from '../rest-adapters/route.ts'
import { routeTables } from '../rest-adapters/routes.ts'
import { RecordUsage } from '../router/usage/delivery.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { checkOperations } from './check/src/operations.ts'
import { parseSubgraph } from './check/src/subgraph-document.ts'
import config, { root } from './check.config.ts'
import { folderFiles } from './check/src/sources/folder.ts'
import { plain } from './check/src/sources/files.ts'
import { knownOperations } from './check/src/sources/known-operations.ts'
import { readTree } from './check/src/sources/tree.ts'
import type { Composition } from './check/src/compose.ts'
import { compose } from './compose.ts'
import { resolverTypes } from './resolver-types.ts'
import { servedTexts } from './served.ts'

const API = fileURLToPath(new URL('api.graphql', import.meta.url))

/**
 * The expected text of every generated file, by path.
 * @param composition of what is served now, if it was made already
 * @throws when the subgraphs do not compose
 */
export async function generate(
  { supergraph, api }: Composition = compose(subgraphs),
): Promise<Map<string, string>> {
  const files = new Map<string, string>([
    [fileURLToPath(new URL('supergraph.graphql', import.meta.url)), supergraph],
    [API, api],
    [fileURLToPath(new URL('openapi.json', import.meta.url)), openApi()],
    [fileURLToPath(new URL('../content/schema.json', import.meta.url)), contentSchemaText()],
  ])
  for (const subgraph of subgraphs) {
    const file = fileURLToPath(new URL('schema.generated.ts', subgraph.sdl))
    files.set(file, await resolverTypes(subgraph))
  }
  return files
}

/** The text of openapi.json. @throws when a route cannot be described */
export function openApi(
  served: readonly AnySubgraph[] = subgraphs,
  tables: Readonly<Record<string, readonly Route[]>> = routeTables,
): string {
  const services = served.map((subgraph) => ({
    subgraph,
    schema: schemaOf(subgraph),
    routes: tables[subgraph.name] ?? [],
  }))
  return `${JSON.stringify(openApiDocument(services), null, 2)}\n`
}

const schemas = new WeakMap<AnySubgraph, GraphQLSchema>()

/** Two parts of the schema check need the schemas of all services. */
function schemaOf(subgraph: AnySubgraph): GraphQLSchema {
  const schema = schemas.get(subgraph) ?? buildSchema(subgraph)
  schemas.set(subgraph, schema)
  return schema
}

/** The text of content/schema.json. */
function contentSchemaText(): string {
  return `${JSON.stringify(contentSchema(subgraphs), null, 2)}\n`
}

/** Every operation between subgraphs that is not valid on its target, with the reason. */
export function checkPeerOperations(served: readonly AnySubgraph[] = subgraphs): string[] {
  const byName = new Map(served.map((subgraph) => [subgraph.name, schemaOf(subgraph)]))
  const every = { name: 'every process', peers: { identity: [ListRevokedGrants] } }
  const router = { name: 'router', peers: { identity: [RecordUsage] } }
  return [every, router, ...served].flatMap(({ name, peers }) =>
    Object.entries(peers).flatMap(([peer, operations]) =>
      operations.flatMap(({ source }) =>
        validate(byName.get(peer)!, parse(source)).map(
          ({ message }) => `${name} asks ${peer}: ${message}`,
        ),
      ),
    ),
  )
}

/** Every known operation that is not valid where it is sent, with the reason. */
export function checkKnownOperations(apiSdl: string): string[] {
  const tree = readTree(folderFiles(root), config)
  const graph = {
    subgraphs: servedTexts(subgraphs).map(parseSubgraph),
    schema: buildClientSideSchema(apiSdl),
    errors: [],
  }
  const findings = checkOperations(graph, knownOperations(tree, routeTables))
  return findings.map(({ message }) => message)
}

/** True when the file is missing or differs. */
export function isStale(file: string, text: string): boolean {
  try {
    return plain(readFileSync(file, 'utf8')) !== text
  } catch {
    return true
  }
}

async function run(checking: boolean): Promise<void> {
  const files = await generate()
  const outdated = [...files].filter(([file, text]) => isStale(file, text))
  for (const [file, text] of outdated) {
    if (!checking) writeFileSync(file, text)
    console.log(`${checking ? 'stale' : 'written'}: ${relative(process.cwd(), file)}`)
  }
  const problems = [...checkPeerOperations(), ...checkKnownOperations(files.get(API)!)]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0 || (checking && outdated.length > 0)) {
    console.error(checking ? 'Run `npm run schema` and commit the files it writes.' : '')
    process.exitCode = 1
  }
}

if (import.meta.main) {
  await run(process.argv.includes('--check')).catch((error: unknown) => {
    console.error(`Nothing can be generated: ${(error as Error).message}`)
    process.exitCode = 1
  })
}
