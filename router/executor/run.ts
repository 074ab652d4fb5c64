// One execution of a compiled operation.
import type { AnswerErrors } from './errors.ts'
import type { Entity, SubgraphAnswer, SubgraphFetch, Variables } from './subgraph-answer.ts'

export interface Run {
  /** What the subgraphs have answered so far, merged; the root of the plan's paths. */
  readonly data: Entity
  readonly variables: Variables
  readonly fetch: SubgraphFetch
  /** The result of the source of a subscription, in place of the response of its fetch. */
  readonly source: SubgraphAnswer | undefined
  /** Aborted: no further fetch is sent. */
  readonly signal: AbortSignal | undefined
  /** Rejects with the reason of the signal. */
  readonly aborted: Promise<never> | undefined
  readonly errors: AnswerErrors
  /** Entities that a subgraph does not have, or hides: it answered null without an error. */
  readonly gone: Set<Entity>
  /** True once one object stands at several places of `data`. */
  isShared: boolean
}

/** A compiled node of a plan. Resolves when its results are merged; failures are in `run.errors`. */
export type Step = (run: Run) => Promise<void>
