// Documents that clients have registered: asked for by id, and where wanted the only ones executed.
import { createHash } from 'node:crypto'
import { invalidInput } from '#foundation/errors.ts'

export interface RegisteredDocuments {
  /** By the SHA-256 of their text, in hexadecimal. */
  byId: ReadonlyMap<string, string>
  /** True: no other document is executed (trusted documents). */
  only: boolean
}

/** The parameters of a GraphQL request, as they were sent. */
type GraphQLParameters = Readonly<Record<string, unknown>>

/**
 * The request with the text of its document, where it names one: as `documentId` (GraphQL over HTTP,
 * "Persisted Documents": hexadecimal, with or without `sha256:`) or by the hash of the automatic
 * persisted queries of Apollo's clients.
 * @throws VALIDATION_ERROR for an id that is not registered, a hash of another text, or a text where
 * only registered ones count
 */
export function withRegisteredDocument(
  request: GraphQLParameters,
  { byId, only }: RegisteredDocuments,
): GraphQLParameters {
  const { documentId, ...rest } = request
  const hash = persistedHash(request)
  if (typeof rest.query === 'string' && hash !== undefined && hash !== sha256(rest.query)) {
    throw invalidInput([{ field: 'extensions.persistedQuery', reason: 'is not the hash of query' }])
  }
  const id = documentId ?? (rest.query === undefined ? hash : undefined)
  const known = typeof id === 'string' ? byId.get(id.replace(/^sha256:/, '')) : undefined
  if (known !== undefined) return { ...rest, query: known }
  if (documentId !== undefined) {
    throw invalidInput([{ field: 'documentId', reason: 'is not a registered document' }])
  }
  if (!only || (typeof rest.query === 'string' && byId.has(sha256(rest.query)))) return request
  throw invalidInput([{ field: 'query', reason: 'is not a registered document' }])
}

function persistedHash({ extensions }: GraphQLParameters): unknown {
  const parsed = (typeof extensions === 'string' ? parse(extensions) : extensions) as
    { persistedQuery?: { sha256Hash?: unknown } | null } | null | undefined
  return parsed?.persistedQuery?.sha256Hash
}

/** In a GET the extensions are JSON inside the address; what is none is told by Apollo Server. */
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
