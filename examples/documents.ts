// `npm run example:documents`: registers the documents of examples/web at the router, as schema/clients/web.json.
// It replaces the earlier ones, because the example is built and served in one version. An app whose earlier
// versions stay installed uses `npm run schema:register`, which keeps them.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ClientOperation } from '../router/clients.ts'
import { clientManifest, operationOf } from '../schema/register-client.ts'

const MANIFEST = new URL('../schema/clients/web.json', import.meta.url)
const WEB = new URL('web/', import.meta.url)

/** Writes the manifest from what the codegen has generated. @returns whether it has changed */
export function registerDocuments(): boolean {
  if (areRegistered()) return false
  writeFileSync(MANIFEST, manifest())
  return true
}

/** Whether the manifest holds the documents that the codegen has generated, and no others. */
export function areRegistered(): boolean {
  return existsSync(MANIFEST) && readFileSync(MANIFEST, 'utf8') === manifest()
}

function manifest(): string {
  const files = globSync('src/**/persisted-documents.json', { cwd: WEB.pathname })
  return clientManifest('web', 'web@example.org', files.flatMap(operationsIn))
}

/** What the codegen has written for a folder of documents, each with the file of its source. */
function operationsIn(generated: string): ClientOperation[] {
  const documents = JSON.parse(readFileSync(new URL(generated, WEB), 'utf8')) as object
  const folder = dirname(dirname(generated))
  return (Object.values(documents) as string[]).map((body) => {
    const operation = operationOf(body)
    return { ...operation, file: `examples/web/${sourceOf(folder, operation)}` }
  })
}

/** The file of a folder that defines the operation. */
function sourceOf(folder: string, { type, name }: ClientOperation): string {
  const definition = new RegExp(`^${type} ${name}\\b`, 'm')
  const files = globSync(`${folder}/*.graphql`, { cwd: WEB.pathname })
  return files.find((file) => definition.test(readFileSync(new URL(file, WEB), 'utf8')))!
}

if (import.meta.main) {
  const changed = registerDocuments()
  console.log(
    changed ? 'Written: schema/clients/web.json' : 'schema/clients/web.json is up to date.',
  )
}
