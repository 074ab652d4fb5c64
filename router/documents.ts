// The documents that clients have registered, as the router serves them.
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import { readClients } from './clients.ts'
import type { RouterSettings } from './settings.ts'

/** The documents of every manifest in schema/clients. @throws with a message for an invalid one */
export function registeredDocuments({
  trustedDocuments,
}: Pick<RouterSettings, 'trustedDocuments'>): RegisteredDocuments {
  const clients = readClients(new URL('../schema/clients/', import.meta.url))
  const operations = clients.flatMap((client) => client.operations)
  return {
    byId: new Map(operations.map(({ id, body }) => [id, body])),
    names: new Map(operations.map(({ id, name }) => [id, name])),
    only: trustedDocuments === 'only',
  }
}
