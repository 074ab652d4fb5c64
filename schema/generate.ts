// `npm run schema` writes everything that is generated; `--check` proves that it is fresh.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema as buildClientSideSchema, parse, validate } from 'graphql'
import { ListEndedGrants } from '#foundation/ended-grants.ts'
import { buildSchema } from '#foundation/subgraph.ts'
import { contentSchema } from '../content/schema.ts'
import { openApiDocument } from '../rest-adapters/openapi/document.ts'
import { routeTables } from '../rest-adapters/routes.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { checkOperations } from './check/operations.ts'
import { parseSubgraph } from './check/sdl.ts'
import { folderFiles, plain } from './check/sources/files.ts'
import { knownOperations } from './check/sources/known-operations.ts'
import { readTree } from './check/sources/tree.ts'
import { compose } from './compose.ts'
import { resolverTypes } from './resolver-types.ts'

const API = fileURLToPath(new URL('api.graphql', import.meta.url))

/** Every generated file, by its path, with the text it should have. @throws when nothing composes */
export async function generate(): Promise<Map<string, string>> {
  const { supergraph, api } = compose(subgraphs)
  const files = new Map([
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

/** The text of openapi.json. */
function openApi(): string {
  const services = subgraphs.map((subgraph) => ({
    subgraph,
    schema: buildSchema(subgraph),
    routes: routeTables[subgraph.name] ?? [],
  }))
  return `${JSON.stringify(openApiDocument(services), null, 2)}\n`
}

/** The text of content/schema.json. */
function contentSchemaText(): string {
  return `${JSON.stringify(contentSchema(subgraphs), null, 2)}\n`
}

/** Every operation of a subgraph that is not valid on the one it asks, with the reason. */
export function checkPeerOperations(): string[] {
  const schemas = new Map(subgraphs.map((subgraph) => [subgraph.name, buildSchema(subgraph)]))
  const every = { name: 'every process', peers: { identity: [ListEndedGrants] } }
  return [every, ...subgraphs].flatMap(({ name, peers }) =>
    Object.entries(peers).flatMap(([peer, operations]) =>
      operations.flatMap(({ source }) =>
        validate(schemas.get(peer)!, parse(source)).map(
          ({ message }) => `${name} asks ${peer}: ${message}`,
        ),
      ),
    ),
  )
}

/** Every known operation that is not valid where it is sent, with the reason. */
export function checkKnownOperations(apiSdl: string): string[] {
  const tree = readTree(folderFiles(fileURLToPath(new URL('..', import.meta.url))))
  const graph = {
    subgraphs: tree.subgraphs.map(parseSubgraph),
    schema: buildClientSideSchema(apiSdl),
    errors: [],
  }
  const findings = checkOperations(graph, knownOperations(tree, routeTables))
  return findings.map(({ message }) => message)
}

/** True when the file is missing or says anything else. */
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
  if (!checking) for (const [file, text] of outdated) writeFileSync(file, text)
  for (const [file] of outdated) {
    console.log(`${checking ? 'not fresh' : 'written'}: ${relative(process.cwd(), file)}`)
  }
  const problems = [...checkPeerOperations(), ...checkKnownOperations(files.get(API)!)]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0 || (checking && outdated.length > 0)) {
    console.error(checking ? 'Run `npm run schema` and commit what it writes.' : '')
    process.exitCode = 1
  }
}

if (import.meta.main) {
  await run(process.argv.includes('--check')).catch((error: unknown) => {
    console.error(`Nothing can be generated: ${(error as Error).message}`)
    process.exitCode = 1
  })
}
