// Restores the order of arguments, which Hive's planner sorts.
import { print, stripIgnoredCharacters, visit, type DocumentNode, type FieldNode } from 'graphql'
import { placedFetches } from '../executor/placed-fetch.ts'
import { responseName } from '#foundation/limits/root-fields.ts'
import type { QueryPlan } from './query-plan.ts'

/**
 * The plan of a mutation, its arguments in the order of the document. Services compare the text of a mutation with that
 * of an earlier attempt with the same idempotency key, which a router of an earlier version may have sent.
 */
export function withOrderedArguments(plan: QueryPlan, document: DocumentNode): QueryPlan {
  const byName = new Map<string, FieldNode>()
  visit(document, { Field: (field) => void byName.set(responseName(field), field) })
  const fetches = plan.node ? placedFetches(plan.node) : []
  for (const fetch of fetches) {
    if (fetch.node.operationKind !== 'mutation') continue
    const ordered = visit(fetch.document, {
      Field: (field) => {
        const sent = byName.get(responseName(field))?.arguments
        const isSame = field.arguments?.length === sent?.length
        return sent && sent.length > 1 && isSame ? { ...field, arguments: sent } : undefined
      },
    })
    if (ordered !== fetch.document) fetch.node.operation = stripIgnoredCharacters(print(ordered))
  }
  return plan
}
