// Plans and compiles each operation once, and keeps the most recently used.
import { getOperationAST, Kind, print, type DocumentNode } from 'graphql'
import type { Lookup } from '../../metrics.ts'
import { compileConditions, conditionVariables, type Condition } from '../conditions.ts'
import type { OperationRequest } from '../execute.ts'
import type { Variables } from '../subgraph-result.ts'
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

/** The requested operation of a document, with its variables. */
interface OperationChoice {
  operationName?: string | undefined
  variables?: Variables
  signal?: AbortSignal | undefined
}

/** An operation of a document that another cache holds. */
interface KnownOperation {
  /** The names of the variables of `@skip` and `@include`. */
  conditions: readonly string[]
  conditionsFor: (variables: Variables) => Condition
  /** The texts by the values of the conditions. Storing the plans here instead would keep them forever. */
  texts: Map<string, OperationText>
}

/** The text under which an operation is cached, and the values of the literals that variables replace. */
interface OperationText {
  text: string
  literals: Variables
}

/** The maximum number of combinations of conditions that are stored for one document. */
const MAX_COMBINATIONS = 16

/**
 * Plans each combination of `@skip` and `@include` as a separate document: a plan with conditions may wait for a
 * required field that was left out. Operations with the same text, without everything that does not affect the plan
 * (`anonymousOperation`), share a plan. Documents that another cache holds are recognized without printing them.
 */
export function createOperations(options: OperationsOptions): Operations {
  const { onLookup, schema } = options
  const cache = new OperationCache(options)
  const byDocument = new WeakMap<DocumentNode, Map<string, KnownOperation>>()
  const knownOf = (document: DocumentNode, name: string | undefined) =>
    byDocument
      .getOrInsertComputed(document, () => new Map<string, KnownOperation>())
      .getOrInsertComputed(name ?? '', () => readOperation(document, name))
  const read = (document: DocumentNode, operationName: string | undefined, isTrue: Condition) => {
    const anonymous = anonymousOperation({ document, operationName, schema }, isTrue)
    return { planned: anonymous.document, text: print(anonymous.document), ...anonymous }
  }
  return {
    get(document, { operationName, variables = {}, signal } = {}) {
      const { conditions, conditionsFor, texts } = knownOf(document, operationName)
      const isTrue = conditionsFor(variables)
      const combination = conditions.map((name) => Number(isTrue(name))).join('')
      const knownText = texts.get(combination)
      const known = knownText && cache.get(knownText.text)
      if (known) {
        onLookup?.('hit')
        return withLiterals(known, knownText.literals)
      }
      const { planned, text, literals } = read(document, operationName, isTrue)
      if (texts.size >= MAX_COMBINATIONS) texts.clear()
      texts.set(combination, { text, literals })
      onLookup?.(cache.stateOf(text))
      const found = cache.get(text) ?? cache.plan(text, planned, signal)
      if (!(found instanceof Promise)) return withLiterals(found, literals)
      return found.then((operation) => withLiterals(operation, literals))
    },
    async register(document) {
      for (const operationName of operationNames(document)) {
        const { conditions } = knownOf(document, operationName)
        for (const isTrue of combinationsOf(conditions)) {
          const { planned, text } = read(document, operationName, isTrue)
          await cache.register(text, planned)
        }
      }
    },
  }
}

/** An operation whose variables for literals have their values, whatever the variables of the request are. */
function withLiterals(operation: PlannedOperation, literals: Variables): PlannedOperation {
  if (Object.keys(literals).length === 0) return operation
  const run = (request: OperationRequest) =>
    operation({ ...request, variables: { ...request.variables, ...literals } })
  const sourceOf = (variables: Variables) => operation.sourceOf({ ...variables, ...literals })
  return Object.assign(run, { origin: operation.origin, sourceOf })
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

/** Every combination of the values of the conditions, up to the maximum. */
function combinationsOf(conditions: readonly string[]): Condition[] {
  const count = Math.min(2 ** conditions.length, MAX_COMBINATIONS)
  return Array.from({ length: count }, (_, number) => (name) => {
    return Math.floor(number / 2 ** conditions.indexOf(name)) % 2 === 1
  })
}
