// Writes one answer: where it is, what it has already written, and the errors that it meets.
import { GraphQLError } from 'graphql'
import type { AnswerErrors } from '../errors.ts'
import type { Run } from '../run.ts'
import type { Entity } from '../subgraph-answer.ts'
import type { SubgraphAt } from './subgraph-at.ts'

/** The result of a value that is null because of an error: a nullable field ends it. */
export const FAILED = Symbol('failed')

/** The result of an entity that its subgraph does not have. A nullable field is null without an error. */
export const GONE = Symbol('gone')

/** Writes a value of the merged data; FAILED or GONE when it has to be null. */
export type Write = (value: unknown, writer: Writer, depth: number) => unknown

export class Writer {
  /** Response names and indexes, down to the depth of the value that is being written. */
  readonly path: (string | number)[] = []
  readonly errors: AnswerErrors
  /** The object whose field is being written. */
  object: Entity | undefined
  readonly #subgraphAt: SubgraphAt
  readonly #gone: ReadonlySet<Entity>
  readonly #written: Map<object, Map<Entity, unknown>> | undefined

  /** An object that stands at several places is written once. */
  constructor(
    { errors, gone, isShared }: Pick<Run, 'errors' | 'gone' | 'isShared'>,
    subgraphAt: SubgraphAt,
  ) {
    this.errors = errors
    this.#subgraphAt = subgraphAt
    this.#gone = gone
    this.#written = isShared ? new Map() : undefined
  }

  /** What has been written of objects with this selection, without an error; undefined if none stands twice. */
  writtenOf(selection: object): Map<Entity, unknown> | undefined {
    if (!this.#written) return undefined
    const known = this.#written.get(selection)
    if (known) return known
    const written = new Map<Entity, unknown>()
    this.#written.set(selection, written)
    return written
  }

  /** Adds an error for a value that is not what the schema says, with the subgraph that sent it. */
  fail(message: string, depth: number): typeof FAILED {
    if (this.errors.isFull) return FAILED
    const path = this.path.slice(0, depth)
    const serviceName = this.#subgraphAt(path)
    this.errors.add(
      new GraphQLError(message, { path, ...(serviceName && { extensions: { serviceName } }) }),
    )
    return FAILED
  }

  /** Adds an error for an entity that may not be null: the subgraph of the field did nothing wrong. */
  failGone(message: string, depth: number): typeof FAILED {
    this.errors.add(new GraphQLError(message, { path: this.path.slice(0, depth) }))
    return FAILED
  }

  /**
   * Adds an error for a field that no subgraph has answered, unless another error or its entity explains it. Null
   * without an error would hide that the plan does not fetch it.
   */
  noteMissing(depth: number): void {
    const path = this.path.slice(0, depth)
    if (this.errors.explain(path) || (this.object && this.#gone.has(this.object))) return
    this.errors.add(new GraphQLError('No subgraph has answered this field.', { path }))
  }

  /** Adds an error for a value that is missing, unless another error or its entity explains it. */
  failNull(message: string, depth: number): typeof FAILED | typeof GONE {
    if (this.errors.explain(this.path.slice(0, depth))) return FAILED
    return this.object && this.#gone.has(this.object) ? GONE : this.fail(message, depth)
  }
}
