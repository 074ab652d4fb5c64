// Plans and compiles each operation once, and keeps the most recently used.
import { getOperationAST, Kind, print, type DocumentNode } from 'graphql'
import type { Lookup } from '../../metrics.ts'
import { compileConditions, conditionVariables, type Condition } from '../conditions.ts'
import type { Variables } from '../subgraph-answer.ts'
import { anonymousOperation } from './anonymous-operation.ts'
import { OperationCache, type OperationCacheOptions } from './operation-cache.ts'
import type { PlannedOperation } from './planned-operation.ts'

export interface OperationsOptions extends OperationCacheOptions {
  /** Called with each search for the plan of a request. */
  onLookup?: (result: Lookup) => void
}

export interface Operations {
  /**
   * The operation of a valid document, for the values of its conditions. Concurrent requests for one operation wait
   * for the same plan; it is given up when all of them have left.
   * @throws GraphQLError for an operation that cannot be planned, as `boundPlanning` does, and the reason of the
   * signal
   */
  get(
    document: DocumentNode,
    options?: OperationChoice,
  ): PlannedOperation | Promise<PlannedOperation>
  /** Plans every operation of a document, for all values of its conditions, and keeps it for good. */
  register(document: DocumentNode): Promise<void>
}

/** Which operation of a document, and with which variables. */
interface OperationChoice {
  operationName?: string | undefined
  variables?: Variables
  signal?: AbortSignal | undefined
}

/** One operation of a document that is kept elsewhere. */
interface KnownOperation {
  /** The variables of `@skip` and `@include`. */
  conditions: readonly string[]
  conditionsFor: (variables: Variables) => Condition
  /** Its text by the values of the conditions. Holding the plan instead would keep it for good. */
  texts: Map<string, string>
}

/** The most combinations of conditions that are kept of one document. */
const MAX_COMBINATIONS = 16

/**
 * Each combination of `@skip` and `@include` is planned as if it were a document of its own: a plan
 * with conditions may wait for a required field that was left out. Operations are the same when their
 * text is, without what decides no plan (`anonymousOperation`). Documents that are kept
 * elsewhere are recognized without printing them.
 */
export function createOperations(options: OperationsOptions): Operations {
  const { onLookup } = options
  const cache = new OperationCache(options)
  const byDocument = new WeakMap<DocumentNode, Map<string, KnownOperation>>()
  const knownOf = (document: DocumentNode, name: string | undefined) =>
    byDocument
      .getOrInsertComputed(document, () => new Map<string, KnownOperation>())
      .getOrInsertComputed(name ?? '', () => readOperation(document, name))
  return {
    get(document, { operationName, variables = {}, signal } = {}) {
      const { conditions, conditionsFor, texts } = knownOf(document, operationName)
      const isTrue = conditionsFor(variables)
      const combination = conditions.map((name) => Number(isTrue(name))).join('')
      const knownText = texts.get(combination)
      const known = knownText === undefined ? undefined : cache.get(knownText)
      if (known) {
        onLookup?.('hit')
        return known
      }
      const decided = anonymousOperation(document, operationName, isTrue)
      const text = print(decided)
      if (texts.size >= MAX_COMBINATIONS) texts.clear()
      texts.set(combination, text)
      onLookup?.(cache.stateOf(text))
      return cache.get(text) ?? cache.plan(text, decided, signal)
    },
    async register(document) {
      for (const operationName of operationNames(document)) {
        const { conditions } = knownOf(document, operationName)
        for (const isTrue of combinationsOf(conditions)) {
          const decided = anonymousOperation(document, operationName, isTrue)
          await cache.register(print(decided), decided)
        }
      }
    },
  }
}

function readOperation(document: DocumentNode, operationName: string | undefined): KnownOperation {
  return {
    conditions: conditionVariables(document),
    conditionsFor: compileConditions(getOperationAST(document, operationName)!),
    texts: new Map(),
  }
}

function operationNames({ definitions }: DocumentNode): (string | undefined)[] {
  return definitions.flatMap((node) => {
    return node.kind === Kind.OPERATION_DEFINITION ? [node.name?.value] : []
  })
}

/** Every combination of the values of conditions; of many conditions, only some. */
function combinationsOf(conditions: readonly string[]): Condition[] {
  const count = Math.min(2 ** conditions.length, MAX_COMBINATIONS)
  return Array.from({ length: count }, (_, number) => (name) => {
    return Math.floor(number / 2 ** conditions.indexOf(name)) % 2 === 1
  })
}
