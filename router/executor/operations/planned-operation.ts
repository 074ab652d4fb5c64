// Plans and compiles one operation.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  print,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import {
  isIntrospection,
  isIntrospectionOnly,
  responseName,
  rootFields,
} from '#foundation/limits/root-fields.ts'
import { fetchesAtPaths, type FetchAtPath } from '../../plan/fetch-at-path.ts'
import type { PlanOrigin } from '../../plan/plan-description.ts'
import type { PlanOperation } from '../../plan/planning.ts'
import type { QueryPlan } from '../../plan/query-plan.ts'
import { planSerially } from '../../plan/serial-mutations.ts'
import type { ExecutableSupergraph } from '../executable-supergraph.ts'
import { compileOperation, type ExecutableOperation } from '../execute.ts'
import { responseNames, type ResponseNames } from './response-names.ts'

export interface PlanningOptions {
  /** Plans the text of one operation; see `boundPlanning`. */
  plan: PlanOperation
  /** The schema that clients see. */
  schema: GraphQLSchema
  supergraph: ExecutableSupergraph
}

/** An operation with its plan, which developers may see. */
export interface PlannedOperation extends ExecutableOperation {
  readonly origin: PlanOrigin
}

/**
 * @param document one operation without a name and conditions
 * @returns the operation, and the size of its plan as JSON, in UTF-16 units
 * @throws as `Operations.get` does
 */
export async function planOperation(
  document: DocumentNode,
  signal: AbortSignal,
  { plan: planText, schema, supergraph }: PlanningOptions,
): Promise<{ operation: PlannedOperation; size: number }> {
  const { types, reserved } = supergraph
  // Parsing, planning and compiling are turns of their own, so that others run in between.
  await nextTurn()
  const names = responseNames(document, reserved)
  const began = performance.now()
  const plan = await planDocument(names.document, (text) => planText(text, signal))
  const origin = { plan, nameOf: names.nameOf, planMs: performance.now() - began }
  await nextTurn()
  const fetches = fetchesAtPaths(plan.node)
  refuseUnresolvable(fetches, names)
  const operation = compileOperation({ plan, fetches, document, names, schema, types })
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
 * Refuses a field below which no subgraph resolves anything: the plan leaves it out, and it would
 * be null without an error.
 */
function refuseUnresolvable(
  fetches: readonly FetchAtPath[],
  { document, nameOf }: ResponseNames,
): void {
  const atRoot = fetches
    .flatMap(({ selections }) => selections)
    .filter(({ paths: [path] }) => path?.length === 0)
  const planned = new Set(atRoot.flatMap(({ fields }) => fields.map(responseName)))
  const fields = rootFields(document, undefined).filter((field) => !isIntrospection(field))
  const missing = fields.map(responseName).find((name) => !planned.has(name))
  if (missing === undefined) return
  throw new GraphQLError(`No subgraph can resolve what is selected in ${nameOf(missing, true)}.`)
}
