// `npm run example:documents`: registers the documents of examples/web at the router, as schema/clients/web.json.
// It replaces the earlier ones, because the example is built and served in one version. An app whose earlier
// versions stay installed uses `npm run schema:register`, which keeps them.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { clientManifest } from '../schema/register-client.ts'

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
  return clientManifest('web', 'web@example.org', generatedDocuments())
}

/** The texts that the codegen has written for each folder of documents. */
function generatedDocuments(): string[] {
  const files = globSync('src/**/persisted-documents.json', { cwd: WEB.pathname })
  return files.flatMap((file) => {
    const documents = JSON.parse(readFileSync(new URL(file, WEB), 'utf8')) as object
    return Object.values(documents) as string[]
  })
}

if (import.meta.main) {
  const changed = registerDocuments()
  console.log(
    changed ? 'Written: schema/clients/web.json' : 'schema/clients/web.json is up to date.',
  )
}
