// What is sent for a document. A built app sends the id under which the router knows it (trusted documents); while
// you develop, the text is sent, so that a changed document needs no registration.
import { ApolloLink } from '@apollo/client'
import { print, type DocumentNode } from 'graphql'

/** graphql-codegen embeds the SHA-256 of each document. */
interface Hashed {
  __meta__?: { hash?: string }
}

/** The id of a document, in hexadecimal. @throws for a document that was not generated */
export function idOf(document: DocumentNode): string {
  const hash = (document as Hashed).__meta__?.hash
  if (hash === undefined) throw new Error('Write documents in .graphql files, and run the codegen.')
  return hash.replace('sha256:', '')
}

/** For HTTP: Apollo's form of persisted queries, which HttpLink can send. */
export const registeredDocuments = new ApolloLink((operation, forward) => {
  if (import.meta.env.PROD) {
    operation.extensions.persistedQuery = { version: 1, sha256Hash: idOf(operation.query) }
    operation.setContext({ http: { includeQuery: false, includeExtensions: true } })
  }
  return forward(operation)
})

/** For streams: a field beside the empty text. */
export function documentParameters(document: DocumentNode): { query: string; documentId?: string } {
  if (import.meta.env.PROD) return { query: '', documentId: idOf(document) }
  return { query: print(document) }
}
