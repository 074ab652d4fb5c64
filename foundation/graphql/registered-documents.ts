// Documents that clients have registered: executed by id, and with TRUSTED_DOCUMENTS=only, no others.
import { createHash } from 'node:crypto'
import { invalidInput } from '#foundation/domain/errors.ts'

export interface RegisteredDocuments {
  /** The texts by their SHA-256 in hexadecimal. */
  byId: ReadonlyMap<string, string>
  /** The names that clients have given the documents, by the same ids. */
  names: ReadonlyMap<string, string>
  /** If true, no other document is executed (trusted documents). */
  only: boolean
}

/** The parameters of a GraphQL request, as sent. */
type GraphQLParameters = Readonly<Record<string, unknown>>

/**
 * The request with the text of its document, if it names one: as `documentId` (GraphQL over HTTP,
 * "Persisted Documents": hexadecimal, with or without `sha256:`) or by the hash of the automatic
 * persisted queries of Apollo's clients.
 * @throws VALIDATION_ERROR for an id that is not registered, a hash of another text, or a text when
 * only registered documents are accepted
 */
export function withRegisteredDocument(
  request: GraphQLParameters,
  { byId, only }: RegisteredDocuments,
): GraphQLParameters {
  const { documentId, ...rest } = request
  const hash = persistedHash(request)
  const id = documentId ?? (rest.query === undefined ? hash : undefined)
  const known = typeof id === 'string' ? byId.get(id.replace(/^sha256:/, '')) : undefined
  if (known !== undefined) return { ...rest, query: known }
  if (documentId !== undefined) {
    throw invalidInput([{ field: 'documentId', reason: 'is not a registered document' }])
  }
  if (!only || (typeof rest.query === 'string' && byId.has(sha256(rest.query)))) return request
  throw invalidInput([{ field: 'query', reason: 'is not a registered document' }])
}

/**
 * The hash of an automatic persisted query; undefined for any other request.
 * @throws VALIDATION_ERROR for another version or form, and for the hash of another text
 */
export function persistedHash({ extensions, query }: GraphQLParameters): string | undefined {
  const parsed = (typeof extensions === 'string' ? parse(extensions) : extensions) as
    { persistedQuery?: { version?: unknown; sha256Hash?: unknown } } | null | undefined
  const persisted = parsed?.persistedQuery
  if (!persisted) return undefined
  const { version, sha256Hash } = persisted
  const field = 'extensions.persistedQuery'
  if (version !== 1 || typeof sha256Hash !== 'string') {
    throw invalidInput([{ field, reason: 'must have version 1 and the text sha256Hash' }])
  }
  if (typeof query === 'string' && sha256Hash !== sha256(query)) {
    throw invalidInput([{ field, reason: 'is not the hash of query' }])
  }
  return sha256Hash
}

/** Parses the extensions of a GET request, which are JSON in the URL. Apollo Server reports invalid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
