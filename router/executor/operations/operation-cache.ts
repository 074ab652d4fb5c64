// The cache of planned and compiled operations, by their texts: the most recently used, and all registered ones.
import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Lookup } from '../../metrics.ts'
import { keepPlans } from '../../plan/kept-plans.ts'
import { SharedWork } from '../../plan/shared-work.ts'
import { planOperation, type PlannedOperation, type PlanningOptions } from './planned-operation.ts'

export interface OperationCacheOptions extends PlanningOptions {
  /** The maximum size of all cached plans as JSON, in UTF-16 units. */
  planSize?: number
}

/** About 100 MB: with all that is compiled of it, a plan takes some twenty bytes a unit. */
const DEFAULT_PLAN_SIZE = 5 * 1024 * 1024

export class OperationCache {
  readonly #options: OperationCacheOptions
  readonly #recent: LRUCache<string, PlannedOperation>
  readonly #registered = new Map<string, PlannedOperation>()
  readonly #planned = new SharedWork<PlannedOperation>()

  constructor(options: OperationCacheOptions) {
    const { planSize: maxSize = DEFAULT_PLAN_SIZE } = options
    // A quarter is enough, because compiled operations hold most plans anyway.
    this.#options = { ...options, plan: keepPlans(options.plan, Math.ceil(maxSize / 4)) }
    this.#recent = new LRUCache({ maxSize })
  }

  get(text: string): PlannedOperation | undefined {
    return this.#registered.get(text) ?? this.#recent.get(text)
  }

  stateOf(text: string): Lookup {
    if (this.#registered.has(text) || this.#recent.has(text)) return 'hit'
    return this.#planned.has(text) ? 'joined' : 'new'
  }

  plan(
    text: string,
    document: DocumentNode,
    signal: AbortSignal | undefined,
  ): Promise<PlannedOperation> {
    const start = async (ends: AbortSignal) => {
      const { operation, size } = await planOperation(document, ends, this.#options)
      this.#recent.set(text, operation, { size: size + text.length })
      return operation
    }
    return this.#planned.join(text, start, signal)
  }

  async register(text: string, document: DocumentNode): Promise<void> {
    const { operation } = await planOperation(document, NEVER, this.#options)
    this.#registered.set(text, operation)
  }
}

const NEVER = new AbortController().signal
