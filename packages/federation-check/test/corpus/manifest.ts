// The manifest of a client that a test makes up.
import { createHash } from 'node:crypto'
import type { Text } from '../../src/sources/files.ts'

/** A manifest with one document, as `@apollo/generate-persisted-query-manifest` writes it. */
export function clientManifest(name: string, body: string): Text {
  const id = createHash('sha256').update(body).digest('hex')
  const [, type, operationName] = /^(\w+) (\w+)/.exec(body)!
  const operation = { id, name: operationName, type, body }
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    name,
    owner: 'phone@example.org',
    operations: [operation],
  }
  return { file: `schema/clients/${name}.json`, text: JSON.stringify(manifest) }
}
