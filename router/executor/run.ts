// One execution of a compiled operation.
import type { ResponseErrors } from './errors.ts'
import type { Entity, SubgraphResult, SubgraphFetch, Variables } from './subgraph-result.ts'

export interface Run {
  /** The merged results of the subgraphs so far. Paths of the plan begin here. */
  readonly data: Entity
  readonly variables: Variables
  readonly fetch: SubgraphFetch
  /** The result of the source of a subscription, in place of the response of its fetch. */
  readonly source: SubgraphResult | undefined
  /** Once it is aborted, no further fetch is sent. */
  readonly signal: AbortSignal | undefined
  /** Rejects with the reason of the signal. */
  readonly aborted: Promise<never> | undefined
  readonly errors: ResponseErrors
  /** Entities that their subgraph does not have, or hides: it returned null without an error. */
  readonly absent: Set<Entity>
  /** True once one object occurs at several paths of `data`. */
  isShared: boolean
}

/** A compiled node of a plan. Resolves when its results are merged; failures are in `run.errors`. */
export type Step = (run: Run) => Promise<void>
