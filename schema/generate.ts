// `npm run schema` writes everything that is generated; `--check` proves that it is fresh.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, validate } from 'graphql'
import { buildSchema } from '#foundation/subgraph.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { compose } from './compose.ts'
import { resolverTypes } from './resolver-types.ts'

/** Every generated file with the text it should have. */
async function generate(): Promise<Map<string, string>> {
  const { supergraph, api } = compose(subgraphs)
  const files = new Map([
    [fileURLToPath(new URL('supergraph.graphql', import.meta.url)), supergraph],
    [fileURLToPath(new URL('api.graphql', import.meta.url)), api],
  ])
  for (const subgraph of subgraphs) {
    const file = fileURLToPath(new URL('schema.generated.ts', subgraph.sdl))
    files.set(file, await resolverTypes(subgraph))
  }
  return files
}

/** What subgraphs send to each other must be valid on the one that is asked. */
function checkPeerOperations(): string[] {
  const schemas = new Map(subgraphs.map((subgraph) => [subgraph.name, buildSchema(subgraph)]))
  return subgraphs.flatMap(({ name, peers }) =>
    Object.entries(peers).flatMap(([peer, operations]) =>
      operations.flatMap(({ source }) =>
        validate(schemas.get(peer)!, parse(source)).map(
          ({ message }) => `${name} asks ${peer}: ${message}`,
        ),
      ),
    ),
  )
}

function stale(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8') !== text
  } catch {
    return true
  }
}

const files = await generate()
const outdated = [...files].filter(([file, text]) => stale(file, text))
const checking = process.argv.includes('--check')
if (!checking) for (const [file, text] of outdated) writeFileSync(file, text)
for (const [file] of outdated) {
  console.log(`${checking ? 'not fresh' : 'written'}: ${relative(process.cwd(), file)}`)
}
const problems = checkPeerOperations()
for (const problem of problems) console.error(problem)
if (problems.length > 0 || (checking && outdated.length > 0)) {
  console.error(checking ? 'Run `npm run schema` and commit what it writes.' : '')
  process.exitCode = 1
}
