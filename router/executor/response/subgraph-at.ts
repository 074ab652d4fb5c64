// Which subgraph responded with the value at a path, for the error about one that is not of its type.
import type { FieldNode } from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'
import { fieldsOf, fetchesAtPaths, type FetchAtPath } from '../../plan/fetch-at-path.ts'
import type { PlanPathSegment, QueryPlan } from '../../plan/query-plan.ts'
import type { NameOf } from '../operations/response-names.ts'
import type { Path } from '../paths.ts'

/** The subgraph at a path of the response; undefined if no fetch selects it. */
export type SubgraphAt = (path: Path) => string | undefined

/** Reads the plan only when it is first called, because hardly any response has such an error. */
export function createSubgraphAt(plan: QueryPlan, nameOf: NameOf): SubgraphAt {
  let fetches: readonly FetchAtPath[] | undefined
  const known = new Map<string, string | undefined>()
  return (path) => {
    fetches ??= fetchesAtPaths(plan.node)
    const names = path.filter((key) => typeof key === 'string')
    return known.getOrInsertComputed(names.join('\n'), () => {
      return fetches!.find((fetch) => selects(fetch, names, nameOf))?.node.serviceName
    })
  }
}

function selects(
  { document, selections }: FetchAtPath,
  names: readonly string[],
  nameOf: NameOf,
): boolean {
  return selections.some(({ fields, paths }) =>
    paths.some((path) => {
      const prefix = path.flatMap(fieldName).map((key, index) => nameOf(key, index === 0))
      if (!prefix.every((name, index) => name === names[index])) return false
      let level: readonly FieldNode[] = fields
      for (let depth = prefix.length; depth < names.length; depth += 1) {
        const isNamed = (field: FieldNode) =>
          nameOf(responseName(field), depth === 0) === names[depth]
        const found = level.filter(isNamed)
        if (depth === names.length - 1) return found.length > 0
        level = found.flatMap(({ selectionSet }) => fieldsOf(selectionSet, document))
      }
      return false
    }),
  )
}

function fieldName(segment: PlanPathSegment): string[] {
  return segment !== '@' && 'Field' in segment ? [segment.Field] : []
}
