// Reads the answer of a subgraph, which may be anything: only what is GraphQL goes on.
import type { GraphQLFormattedError } from 'graphql'
import type { Path } from '../places.ts'
import { isEntity, type SubgraphAnswer } from '../subgraph-answer.ts'

/** Deeper than any document that clients may send. What is done with a path grows with its square. */
const LONGEST_PATH = 100

/** An answer without what is not GraphQL in its errors. @throws when it is no GraphQL answer */
export function readAnswer({ data, errors }: SubgraphAnswer): SubgraphAnswer {
  if (!Array.isArray(errors ?? []) || (data !== null && data !== undefined && !isEntity(data))) {
    throw new Error('The answer of the subgraph is not GraphQL.')
  }
  if (!data && !errors?.length) throw new Error('The subgraph answered neither data nor errors.')
  return errors ? { data: data ?? null, errors: errors.map(readError) } : { data: data ?? null }
}

function readError(error: GraphQLFormattedError): GraphQLFormattedError {
  if (!isEntity(error)) throw new Error('The answer of the subgraph is not GraphQL.')
  const { message, path, extensions } = error
  return {
    // Without a text, `errorAt` has one.
    message: typeof message === 'string' ? message : '',
    ...(isPath(path) && { path }),
    ...(isEntity(extensions) && { extensions }),
  }
}

function isPath(path: unknown): path is Path {
  return Array.isArray(path) && path.length <= LONGEST_PATH && path.every(isKey)
}

function isKey(key: unknown): boolean {
  return typeof key === 'string' || (Number.isInteger(key) && Number(key) >= 0)
}
