// Finds the planned operation of a request, with the plan for its caller.
import { parse, validate } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { ExecutionRequest } from '#foundation/graphql/executable-schema.ts'
import { planSteps, runStep } from '#foundation/telemetry/steps.ts'
import type { CallerOverrides, OverrideClass } from '../../override-labels.ts'
import type { PlanOperation } from '../../plan/planning.ts'
import { createOperations, type Operations, type OperationsOptions } from './operations.ts'
import type { PlannedOperation } from './planned-operation.ts'

export interface FindOptions extends Omit<OperationsOptions, 'plan'> {
  plan: PlanOperation
  /** The override labels that hold for each caller. */
  overrides: CallerOverrides
  /** Texts of documents to plan at once, because clients are known to send them. */
  documents: Iterable<string>
}

/** Finds the operation. @throws as `Operations.get` does */
export type FindOperation = (
  request: Pick<ExecutionRequest, 'document' | 'operation' | 'variables' | 'context'>,
  signal: AbortSignal,
) => Promise<FoundOperation>

export interface FoundOperation {
  run: PlannedOperation
  /** Whether its plan was known before the request. */
  isCached: boolean
}

/** Plans the documents of known clients. @throws when one of them cannot be planned */
export async function createFindOperation(options: FindOptions): Promise<FindOperation> {
  const { overrides, plan } = options
  const operationsOf = (override: OverrideClass) => {
    const planFor: OperationsOptions['plan'] = (text, signal) => plan(text, signal, override)
    return createOperations({ ...options, plan: planFor })
  }
  const byOverride = new Map(overrides.all.map((override) => [override, operationsOf(override)]))
  for (const operations of byOverride.values()) await registerDocuments(operations, options)
  const operationsFor = async (caller: Caller) => {
    const override = overrides.ofCaller(caller)
    return byOverride.get(override instanceof Promise ? await override : override)!
  }
  return async ({ document, operation, variables, context }, signal) => {
    const operations = await operationsFor(context.caller)
    const operationName = operation.name?.value
    const found = operations.get(document, { operationName, variables, signal })
    if (!(found instanceof Promise)) return { run: found, isCached: true }
    const describe = () => ({ request: context.req.step })
    return { run: await runStep(planSteps, describe, () => found), isCached: false }
  }
}

/**
 * Plans documents before they are sent. A document that the schema does not allow is skipped: its
 * sender gets the error.
 */
async function registerDocuments(
  operations: Operations,
  { documents, schema }: FindOptions,
): Promise<void> {
  for (const text of documents) {
    const document = parse(text, { noLocation: true })
    if (validate(schema, document).length === 0) await operations.register(document)
  }
}
