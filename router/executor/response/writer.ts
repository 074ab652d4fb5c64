// The state of writing one response: the current path, what has been written, and the errors.
import { GraphQLError } from 'graphql'
import type { ResponseErrors } from '../errors.ts'
import type { Run } from '../run.ts'
import type { Entity } from '../subgraph-result.ts'
import type { SubgraphAt } from './subgraph-at.ts'

/** Returned for a value that is null because of an error. The nearest nullable field becomes null. */
export const FAILED = Symbol('failed')

/** Returned for an entity that its subgraph does not have. A nullable field becomes null without an error. */
export const ENTITY_ABSENT = Symbol('entity absent')

/** Writes a value of the merged data. Returns FAILED or ENTITY_ABSENT when it has to be null. */
export type Write = (value: unknown, writer: Writer, depth: number) => unknown

export class Writer {
  /** The response names and indexes down to the value that is being written. */
  readonly path: (string | number)[] = []
  readonly errors: ResponseErrors
  /** The object whose field is being written. */
  object: Entity | undefined
  readonly #subgraphAt: SubgraphAt
  readonly #absent: ReadonlySet<Entity>
  readonly #written: Map<object, Map<Entity, unknown>> | undefined

  /** Keeps what it has written when an object may occur at several paths, so that each is written once. */
  constructor(
    { errors, absent, isShared }: Pick<Run, 'errors' | 'absent' | 'isShared'>,
    subgraphAt: SubgraphAt,
  ) {
    this.errors = errors
    this.#subgraphAt = subgraphAt
    this.#absent = absent
    this.#written = isShared ? new Map() : undefined
  }

  /**
   * The results of objects already written with this selection, without an error; undefined if no
   * object occurs twice.
   */
  writtenOf(selection: object): Map<Entity, unknown> | undefined {
    if (!this.#written) return undefined
    const known = this.#written.get(selection)
    if (known) return known
    const written = new Map<Entity, unknown>()
    this.#written.set(selection, written)
    return written
  }

  /** Adds an error for a value that violates the schema, and names the subgraph that sent it. */
  fail(message: string, depth: number): typeof FAILED {
    if (this.errors.isFull) return FAILED
    const path = this.path.slice(0, depth)
    const serviceName = this.#subgraphAt(path)
    this.errors.add(
      new GraphQLError(message, { path, ...(serviceName && { extensions: { serviceName } }) }),
    )
    return FAILED
  }

  /**
   * Adds an error for an absent entity that must not be null. It names no subgraph, because that of
   * the field did nothing wrong.
   */
  failAbsent(message: string, depth: number): typeof FAILED {
    this.errors.add(new GraphQLError(message, { path: this.path.slice(0, depth) }))
    return FAILED
  }

  /**
   * Adds an error for a field that no subgraph has returned, unless another error or its absent
   * entity explains it. A null without an error would hide that the plan does not fetch the field.
   */
  noteMissing(depth: number): void {
    const path = this.path.slice(0, depth)
    if (this.errors.explain(path) || (this.object && this.#absent.has(this.object))) return
    this.errors.add(new GraphQLError('No subgraph has returned this field.', { path }))
  }

  /** Adds an error for a missing value, unless another error or its absent entity explains it. */
  failNull(message: string, depth: number): typeof FAILED | typeof ENTITY_ABSENT {
    if (this.errors.explain(this.path.slice(0, depth))) return FAILED
    return this.object && this.#absent.has(this.object) ? ENTITY_ABSENT : this.fail(message, depth)
  }
}
