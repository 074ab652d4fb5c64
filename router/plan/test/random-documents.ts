// Plans random documents, and counts what becomes of them.
import { assert, array, asyncProperty, nat, pre } from 'fast-check'
import { GraphQLError, parse, specifiedRules, validate, type GraphQLSchema } from 'graphql'
import { requestLimitRules } from '#foundation/limits/request-limits.ts'
import { requestLimitSettings } from '#foundation/limits/settings.ts'
import { readExecutable } from '../../executor/executable-supergraph.ts'
import { createOperations } from '../../executor/operations/operations.ts'
import type { Planner } from '../planner.ts'
import { randomDocument } from './random-document.ts'

export interface PlannedDocuments {
  planned: number
  /** How often the planner refused a document, by its reason. */
  refused: Map<string, number>
}

const LIMITS = requestLimitSettings.read({})
const RULES = [...specifiedRules, ...requestLimitRules(LIMITS)]
const decisions = array(nat(1_000), { minLength: 5, maxLength: 400, size: 'max' })
const NEVER = new AbortController().signal

/**
 * Plans random documents that the schema and our limits allow, as the router does.
 * @throws with the smallest document at which the planner ends, or our own code fails
 */
export async function planRandomDocuments(
  { supergraphSdl, schema }: { supergraphSdl: string; schema: GraphQLSchema },
  planner: Planner,
  { count, seed }: { count: number; seed: number },
): Promise<PlannedDocuments> {
  const counts: PlannedDocuments = { planned: 0, refused: new Map() }
  const supergraph = readExecutable(supergraphSdl)
  const property = asyncProperty(decisions, async (numbers) => {
    const source = randomDocument(schema, numbers)
    pre(isAllowed(schema, source))
    const plan = notingPlanner(planner, counts)
    const operations = createOperations({ plan, schema, supergraph })
    try {
      await operations.get(parse(source), { operationName: 'Random' })
    } catch (error) {
      if (isRefusal(error)) return
      throw new Error(`${String(error)}\n${source}`, { cause: error })
    }
  })
  await assert(property, { numRuns: count, seed, maxSkipsPerRun: 1_000 })
  return counts
}

function isAllowed(schema: GraphQLSchema, source: string): boolean {
  try {
    const document = parse(source, { maxTokens: LIMITS.tokens })
    return validate(schema, document, RULES, { maxErrors: 1 }).length === 0
  } catch (error) {
    if (error instanceof GraphQLError) return false
    throw error
  }
}

class Refusal extends Error {}

/** True for a refusal by the planner; false when the planner has ended. */
function isRefusal(error: unknown): boolean {
  return error instanceof Refusal || error instanceof GraphQLError
}

function notingPlanner(planner: Planner, counts: PlannedDocuments) {
  return async (text: string) => {
    try {
      const plan = await planner.plan(text, NEVER)
      counts.planned += 1
      return plan
    } catch (error) {
      const { message } = error as Error
      if (message.startsWith('The query planner has ended')) throw error
      const reason = message.replaceAll(/\d+/g, '0')
      counts.refused.set(reason, (counts.refused.get(reason) ?? 0) + 1)
      throw new Refusal(message)
    }
  }
}
