// Refuses numbers in a document that a query plan cannot hold.
import {
  getNamedType,
  GraphQLError,
  type FloatValueNode,
  type IntValueNode,
  type ValidationRule,
} from 'graphql'
import { shown } from '#foundation/domain/shown-value.ts'
import { isDouble } from '#foundation/http/exact-json.ts'

/** The types whose values are doubles or smaller: every reader of such a literal reads the same value. */
const DOUBLES = new Set(['Int', 'Float'])

/**
 * A validation rule for foreign supergraphs. Query planners read the literals of custom scalars and ids as doubles or
 * 64-bit integers, so a subgraph would get another value than the client has written. Variables keep their digits.
 */
export const exactLiterals: ValidationRule = (context) => {
  const check = (node: IntValueNode | FloatValueNode) => {
    const type = getNamedType(context.getInputType())
    if (DOUBLES.has(type?.name ?? '') || isDouble(node.value)) return
    const message = `The number ${shown(node.value)} would lose digits in a document: send it as a variable.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  }
  return { IntValue: check, FloatValue: check }
}

/** A validation rule: Hive's planner writes a Float that is too large for a double as `inf`, which is no number. */
export const finiteLiterals: ValidationRule = (context) => {
  const check = (node: IntValueNode | FloatValueNode) => {
    const type = getNamedType(context.getInputType())
    if (type?.name !== 'Float' || Number.isFinite(Number(node.value))) return
    const message = `The number ${shown(node.value)} is too large for a Float.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  }
  return { IntValue: check, FloatValue: check }
}
