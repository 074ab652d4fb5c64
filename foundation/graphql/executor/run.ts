// One execution of a compiled operation.
import type { ExecutionResult, GraphQLError, GraphQLResolveInfo } from 'graphql'
import type { Variables } from '#foundation/graphql/variables.ts'

export type Path = GraphQLResolveInfo['path']

export interface Run {
  readonly context: unknown
  readonly variables: Variables
  /** The occurrence for which a subscription is executed; undefined for other operations. */
  readonly rootValue: unknown
  readonly errors: FieldErrors
}

/** Errors of fields, without those below a value that an earlier error has made null. */
export class FieldErrors {
  readonly list: GraphQLError[] = []
  readonly #nulled = new Set<Path | undefined>()

  /** Adds an error. `path` leads to the value that becomes null; undefined means all data. */
  add(error: GraphQLError, path: Path | undefined): void {
    if (this.#nulled.has(undefined)) return
    for (let above = path; above; above = above.prev) if (this.#nulled.has(above)) return
    this.#nulled.add(path)
    this.list.push(error)
  }
}

export function resultOf({ errors: { list } }: Run, data: unknown): ExecutionResult {
  const result = { data: data as Record<string, unknown> | null }
  return list.length > 0 ? { errors: list, ...result } : result
}

/** True for a native promise and for any other thenable. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' && 'then' in value
  return typeof (value as { then?: unknown }).then === 'function'
}
