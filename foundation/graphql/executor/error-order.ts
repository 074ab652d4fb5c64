// The errors of a result, in an order that does not depend on which resolver failed first.
import type { ExecutionResult, GraphQLError } from 'graphql'

/**
 * Sorts errors by path, because executors report them in the order in which resolvers failed. When several errors
 * made the same path null, one is reported.
 */
export function inOrder(result: ExecutionResult): ExecutionResult {
  if (!result.errors || result.errors.length === 1) return result
  const byPath = result.errors.toSorted((a, b) => pathText(a).localeCompare(pathText(b)))
  const nulled = new Set<string>()
  const errors = byPath.filter(({ path = [] }) => {
    const nulledPath = JSON.stringify(nullPath(result.data, path))
    return !nulled.has(nulledPath) && nulled.add(nulledPath)
  })
  return { ...result, errors }
}

function pathText({ path = [] }: GraphQLError): string {
  return path.map((key) => (typeof key === 'number' ? String(key).padStart(6) : key)).join()
}

/** The first null on the path of an error. */
function nullPath(data: unknown, path: readonly (string | number)[]): readonly (string | number)[] {
  let value = data
  const depth = path.findIndex((key) => {
    const isNull = value === null || value === undefined
    if (!isNull) value = (value as Record<string | number, unknown>)[key]
    return isNull
  })
  return depth === -1 ? path : path.slice(0, depth)
}
