// Validates the result of a subgraph, which may send anything: only GraphQL is passed on.
import type { GraphQLFormattedError } from 'graphql'
import type { Path } from '../paths.ts'
import { isEntity, type SubgraphResult } from '../subgraph-result.ts'

/** Longer than any path of a document that clients may send. The time that a path costs grows with its square. */
const MAX_PATH_LENGTH = 100

/** The result, without the parts of its errors that are not GraphQL. @throws when the whole is not a GraphQL result */
export function readResult({ data, errors }: SubgraphResult): SubgraphResult {
  if (!Array.isArray(errors ?? []) || (data !== null && data !== undefined && !isEntity(data))) {
    throw new Error('The response of the subgraph is not GraphQL.')
  }
  if (!data && !errors?.length)
    throw new Error('The response of the subgraph has neither data nor errors.')
  return errors ? { data: data ?? null, errors: errors.map(readError) } : { data: data ?? null }
}

function readError(error: GraphQLFormattedError): GraphQLFormattedError {
  if (!isEntity(error)) throw new Error('The response of the subgraph is not GraphQL.')
  const { message, path, extensions } = error
  return {
    // `errorAt` replaces an empty message.
    message: typeof message === 'string' ? message : '',
    ...(isPath(path) && { path }),
    ...(isEntity(extensions) && { extensions }),
  }
}

function isPath(path: unknown): path is Path {
  return Array.isArray(path) && path.length <= MAX_PATH_LENGTH && path.every(isKey)
}

function isKey(key: unknown): boolean {
  return typeof key === 'string' || (Number.isInteger(key) && Number(key) >= 0)
}
