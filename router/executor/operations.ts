// Plans and compiles each operation once, and keeps the most recently used.
import {
  getOperationAST,
  Kind,
  GraphQLError,
  OperationTypeNode,
  print,
  separateOperations,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import {
  isIntrospection,
  isIntrospectionOnly,
  responseName,
  rootFields,
} from '#foundation/limits/root-fields.ts'
import type { Lookup } from '../metrics.ts'
import { keepPlans } from '../plan/kept-plans.ts'
import { placedFetches } from '../plan/placed-fetch.ts'
import type { PlanOrigin } from '../plan/plan-description.ts'
import type { PlanOperation } from '../plan/planning.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { planSerially } from '../plan/serial-mutations.ts'
import { SharedWork } from '../plan/shared-work.ts'
import {
  compileConditions,
  conditionVariables,
  withConditions,
  type Condition,
} from './conditions.ts'
import type { ExecutableSupergraph } from './executable-supergraph.ts'
import { compileOperation, type ExecutableOperation } from './execute.ts'
import { responseNames, type ResponseNames } from './response-names.ts'
import type { Variables } from './subgraph-answer.ts'

export interface OperationsOptions {
  /** Plans the text of one operation; see `boundPlanning`. */
  plan: PlanOperation
  /** The schema that clients see. */
  schema: GraphQLSchema
  supergraph: ExecutableSupergraph
  /** How much the plans of kept operations may measure as JSON, in UTF-16 units. */
  planSize?: number
  /** Called with each search for the plan of a request. */
  onLookup?: (result: Lookup) => void
}

/** An operation with its plan, which developers may see. */
export interface PlannedOperation extends ExecutableOperation {
  readonly origin: PlanOrigin
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

/** About 100 MB: with all that is compiled of it, a plan takes some twenty bytes a unit. */
const DEFAULT_PLAN_SIZE = 5 * 1024 * 1024

/** The most combinations of conditions that are kept of one document. */
const MAX_COMBINATIONS = 16

/**
 * Each combination of `@skip` and `@include` is planned as if it were a document of its own: a plan
 * with conditions may wait for a required field that was left out. Operations are the same when their
 * text is, without their names and the other operations of the document. Documents that are kept
 * elsewhere are recognized without printing them.
 */
export function createOperations(options: OperationsOptions): Operations {
  const { onLookup } = options
  const cache = new TextCache(options)
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
      const decided = anonymous(document, operationName, isTrue)
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
          const decided = anonymous(document, operationName, isTrue)
          await cache.register(print(decided), decided)
        }
      }
    },
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

/** The operations that are kept, by their texts. */
class TextCache {
  readonly #options: OperationsOptions
  readonly #recent: LRUCache<string, PlannedOperation>
  readonly #registered = new Map<string, PlannedOperation>()
  readonly #planned = new SharedWork<PlannedOperation>()

  constructor(options: OperationsOptions) {
    const { planSize: maxSize = DEFAULT_PLAN_SIZE } = options
    this.#options = { ...options, plan: keepPlans(options.plan, maxSize) }
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

async function planOperation(
  document: DocumentNode,
  signal: AbortSignal,
  { plan: planText, schema, supergraph }: OperationsOptions,
): Promise<{ operation: PlannedOperation; size: number }> {
  const { types, reserved } = supergraph
  const names = responseNames(document, reserved)
  const began = performance.now()
  const plan = await planDocument(names.document, (text) => planText(text, signal))
  const origin = { plan, nameOf: names.nameOf, planMs: performance.now() - began }
  refuseUnresolvable(plan, names)
  const operation = compileOperation({ plan, document, names, schema, types })
  return { operation: Object.assign(operation, { origin }), size: JSON.stringify(plan).length }
}

function planDocument(
  document: DocumentNode,
  plan: (text: string) => Promise<QueryPlan>,
): Promise<QueryPlan> | QueryPlan {
  if (isIntrospectionOnly(document, undefined)) return {}
  const isMutation = getOperationAST(document)!.operation === OperationTypeNode.MUTATION
  return isMutation ? planSerially(document, plan) : plan(print(document))
}

/**
 * A field below which no subgraph resolves anything is not in the plan, and would be null without an
 * error.
 */
function refuseUnresolvable({ node }: QueryPlan, { document, nameOf }: ResponseNames): void {
  const fetches = node ? placedFetches(node) : []
  const atRoot = fetches
    .flatMap(({ selections }) => selections)
    .filter(({ paths: [path] }) => path?.length === 0)
  const planned = new Set(atRoot.flatMap(({ fields }) => fields.map(responseName)))
  const fields = rootFields(document, undefined).filter((field) => !isIntrospection(field))
  const missing = fields.map(responseName).find((name) => !planned.has(name))
  if (missing === undefined) return
  throw new GraphQLError(`No subgraph can resolve what is selected in ${nameOf(missing, true)}.`)
}

function readOperation(
  document: DocumentNode,
  operationName: string | null | undefined,
): KnownOperation {
  return {
    conditions: conditionVariables(document),
    conditionsFor: compileConditions(getOperationAST(document, operationName)!),
    texts: new Map(),
  }
}

/** One operation and the fragments it uses, without its name and conditions. */
function anonymous(
  document: DocumentNode,
  operationName: string | null | undefined,
  isTrue: Condition,
): DocumentNode {
  const decided = withConditions(document, isTrue)
  const operation = getOperationAST(decided, operationName)!
  const { definitions } = separateOperations(decided)[operation.name?.value ?? '']!
  return {
    kind: Kind.DOCUMENT,
    definitions: definitions.map((node) => {
      return node.kind === Kind.OPERATION_DEFINITION ? withoutName(node) : node
    }),
  }
}

function withoutName(operation: OperationDefinitionNode): OperationDefinitionNode {
  const { name: _name, ...anonymous } = operation
  return anonymous
}
