// The manifest of a client that a test makes up.
import type { Text } from '../../check/src/sources/files.ts'
import { documentId } from '../../../router/clients.ts'

/** A manifest with one document, as `@apollo/generate-persisted-query-manifest` writes it. */
export function clientManifest(name: string, body: string): Text {
  const operation = { id: documentId(body), name: 'Complete', type: 'mutation', body }
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    name,
    owner: 'phone@example.org',
    operations: [operation],
  }
  return { file: `schema/clients/${name}.json`, text: JSON.stringify(manifest) }
}
