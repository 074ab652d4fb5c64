// Plans and compiles each operation once, and keeps the most recently used.
import { operationFromDocument } from '@apollo/federation-internals'
import type { QueryPlan, QueryPlanner } from '@apollo/query-planner'
import {
  getOperationAST,
  Kind,
  GraphQLError,
  print,
  separateOperations,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { isIntrospection, responseName, rootFields } from '#foundation/limits/root-fields.ts'
import {
  compileConditions,
  conditionVariables,
  withConditions,
  type Condition,
} from './conditions.ts'
import { compileOperation, type ExecutableOperation } from './execute.ts'
import { restorePlan } from './required-plan.ts'
import { placedFetches } from './placed-fetch.ts'
import { responseNames, type ResponseNames } from './response-names.ts'
import type { Variables } from './subgraph-answer.ts'
import type { ExecutableSupergraph } from './supergraph.ts'

export interface OperationsOptions {
  planner: QueryPlanner
  /** The schema that clients see. */
  schema: GraphQLSchema
  supergraph: ExecutableSupergraph
  /** How much the plans of kept operations may measure as JSON, in UTF-16 units. */
  planSize?: number
}

export interface Operations {
  /**
   * The operation of a valid document, for the values of its conditions. Planning is synchronous, so
   * concurrent requests never plan the same operation twice.
   * @throws GraphQLError for an operation that cannot be planned
   */
  get(
    document: DocumentNode,
    operationName?: string | null,
    variables?: Variables,
  ): ExecutableOperation
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
const MOST_COMBINATIONS = 16

/**
 * Each combination of `@skip` and `@include` is planned as if it were a document of its own: a plan
 * with conditions may wait for a required field that was left out. Operations are the same when their
 * text is, without their names and the other operations of the document. Documents that are kept
 * elsewhere are recognized without printing them.
 */
export function createOperations(options: OperationsOptions): Operations {
  const cache = createTextCache(options)
  const byDocument = new WeakMap<DocumentNode, Map<string, KnownOperation>>()
  return {
    get(document, operationName, variables = {}) {
      const byName = byDocument.get(document) ?? new Map<string, KnownOperation>()
      byDocument.set(document, byName)
      const known = byName.get(operationName ?? '') ?? readOperation(document, operationName)
      byName.set(operationName ?? '', known)
      return executableOf(known, variables, cache, (isTrue) => {
        return anonymous(document, operationName, isTrue)
      })
    },
  }
}

function executableOf(
  { conditions, conditionsFor, texts }: KnownOperation,
  variables: Variables,
  cache: TextCache,
  decide: (isTrue: Condition) => DocumentNode,
): ExecutableOperation {
  const isTrue = conditionsFor(variables)
  const combination = conditions.map((name) => Number(isTrue(name))).join('')
  const knownText = texts.get(combination)
  const known = knownText === undefined ? undefined : cache.get(knownText)
  if (known) return known
  const document = decide(isTrue)
  const text = print(document)
  if (texts.size >= MOST_COMBINATIONS) texts.clear()
  texts.set(combination, text)
  return cache.get(text) ?? cache.plan(text, document)
}

/** The operations that are kept, by their texts. */
interface TextCache {
  get: (text: string) => ExecutableOperation | undefined
  plan: (text: string, document: DocumentNode) => ExecutableOperation
}

function createTextCache(options: OperationsOptions): TextCache {
  const { planSize: maxSize = DEFAULT_PLAN_SIZE } = options
  const byText = new LRUCache<string, ExecutableOperation>({ maxSize })
  return {
    get: (text) => byText.get(text),
    plan(text, document) {
      const { operation, size } = planOperation(document, options)
      byText.set(text, operation, { size: size + text.length })
      return operation
    },
  }
}

function planOperation(
  document: DocumentNode,
  { planner, schema, supergraph }: OperationsOptions,
): { operation: ExecutableOperation; size: number } {
  const names = namesOf(document, supergraph)
  const apiSchema = planner.supergraph.apiSchema()
  const planned = operationFromDocument(apiSchema, names.document, { validate: false })
  const plan = restorePlan(planner.buildQueryPlan(planned), supergraph)
  refuseUnresolvable(plan, names)
  const { types } = supergraph
  const operation = compileOperation({ plan, document, names, schema, types })
  return { operation, size: JSON.stringify(plan).length }
}

/** A required field with arguments has the name that clients know. */
function namesOf(document: DocumentNode, { reserved, required }: ExecutableSupergraph) {
  const names = responseNames(document, reserved)
  const nameOf = (key: string) => names.nameOf(required.byName.get(key)?.name.value ?? key)
  return { ...names, nameOf }
}

/**
 * A field below which no subgraph resolves anything is not in the plan, and would be null without an
 * error.
 */
function refuseUnresolvable({ node }: QueryPlan, { document, nameOf }: ResponseNames): void {
  if (node?.kind === 'Subscription') return
  const fetches = node ? placedFetches(node) : []
  const planned = new Set(
    fetches.flatMap(({ path, fields }) => (path.length === 0 ? fields.map(responseName) : [])),
  )
  const fields = rootFields(document, undefined).filter((field) => !isIntrospection(field))
  const missing = fields.map(responseName).find((name) => !planned.has(name))
  if (missing === undefined) return
  throw new GraphQLError(`No subgraph can resolve what is selected in ${nameOf(missing)}.`)
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
