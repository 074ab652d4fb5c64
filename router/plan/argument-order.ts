// Restores the order of arguments and variables, which Hive's planner sorts.
import {
  print,
  stripIgnoredCharacters,
  visit,
  type DocumentNode,
  type FieldNode,
  type VariableDefinitionNode,
} from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'
import { placedFetches } from './placed-fetch.ts'
import type { QueryPlan } from './query-plan.ts'

/**
 * The plan of a mutation, its arguments and variables in the order of the document. Services compare the text of a mutation with that
 * of an earlier attempt with the same idempotency key, which a router of an earlier version may have sent.
 */
export function withOrderedArguments(plan: QueryPlan, document: DocumentNode): QueryPlan {
  const byName = new Map<string, FieldNode>()
  const variables: string[] = []
  visit(document, {
    Field: (field) => void byName.set(responseName(field), field),
    VariableDefinition: ({ variable }) => void variables.push(variable.name.value),
  })
  const placeOf = ({ variable }: VariableDefinitionNode) => variables.indexOf(variable.name.value)
  const fetches = plan.node ? placedFetches(plan.node) : []
  for (const fetch of fetches) {
    if (fetch.node.operationKind !== 'mutation') continue
    const ordered = visit(fetch.document, {
      OperationDefinition: (operation) => ({
        ...operation,
        variableDefinitions: operation.variableDefinitions?.toSorted(
          (one, other) => placeOf(one) - placeOf(other),
        ),
      }),
      Field: (field) => {
        const sent = byName.get(responseName(field))?.arguments
        const isSame = field.arguments?.length === sent?.length
        return sent && sent.length > 1 && isSame ? { ...field, arguments: sent } : undefined
      },
    })
    fetch.node.operation = stripIgnoredCharacters(print(ordered))
  }
  return plan
}
