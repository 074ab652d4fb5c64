// `npm run -s schema:register -- --name web --owner team@example.org FILE`: makes the manifest of a
// client from its documents, as graphql-codegen writes them (persisted-documents.json: id → text).
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Kind, parse } from 'graphql'
import { documentId, parseClient, type ClientOperation } from './clients.ts'

/** The text of `schema/clients/<name>.json`. @throws for a document without exactly one named operation */
export function clientManifest(name: string, owner: string, documents: readonly string[]): string {
  const operations = documents.map(operationOf).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    name,
    owner,
    operations,
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

function operationOf(body: string): ClientOperation {
  const operations = parse(body).definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  const [operation] = operations
  if (operations.length !== 1 || !operation?.name) {
    throw new Error(`A document must have one operation with a name:\n${body}`)
  }
  const type = operation.operation
  return { id: documentId(body), name: operation.name.value, type, body }
}

function register(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, owner: { type: 'string' } },
  })
  const { name, owner } = values
  const [file, ...more] = positionals
  if (!name || !/^[a-z0-9-]{1,60}$/.test(name) || !owner || !file || more.length > 0) {
    const usage = '--name NAME (a-z, 0-9 and -) --owner WHO persisted-documents.json'
    throw new Error(`Wrong use: npm run -s schema:register -- ${usage}`)
  }
  const documents = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const manifest = clientManifest(name, owner, Object.values(documents))
  parseClient(`${name}.json`, manifest)
  const folder = new URL('clients/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), manifest)
  console.log(`written: schema/clients/${name}.json`)
}

if (import.meta.main) {
  try {
    register()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 2
  }
}
