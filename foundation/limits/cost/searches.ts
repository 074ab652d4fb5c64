// Searches of several lists for one text cost as much as one of them, so that a frontend with one search field may
// search every list while a person types. The units need not bound the work of the database, because the search
// semaphore of each service runs one search of a caller at a time. Dropped: one unit for all searches of an operation,
// which lets aliases repeat the most expensive list; a lower weight of lists with `search`, which makes searches of one
// list cheaper; one field that searches all services, which has no common rank, page or total.
import { Kind, type FieldNode } from 'graphql'
import type { Variables } from '#foundation/limits/demand.ts'

/** A root field of an operation, merged, and its weight. */
export interface WeighedField {
  node: FieldNode
  weight: number
}

/**
 * The discount of an operation that searches several lists for one text: for each text, only the most expensive list
 * costs. It covers only the first search of each list, so repeated searches of one list cost as much as apart.
 * @param argument the argument of root fields that has the text
 */
export function searchDiscount(
  fields: readonly WeighedField[],
  argument: string,
): (variables: Variables) => number {
  const searches = fields.flatMap(({ node, weight }) => {
    const value = node.arguments?.find(({ name }) => name.value === argument)?.value
    if (value?.kind !== Kind.VARIABLE && value?.kind !== Kind.STRING) return []
    return [{ list: node.name.value, weight, value }]
  })
  if (searches.length < 2) return () => 0
  return (variables) => {
    const weights = new Map<unknown, Map<string, number>>()
    for (const { list, weight, value } of searches) {
      const text = value.kind === Kind.STRING ? value.value : variables[value.name.value]
      if (typeof text !== 'string') continue
      weights.getOrInsertComputed(text, () => new Map()).getOrInsert(list, weight)
    }
    return weights.values().reduce((sum, lists) => sum + allButTheDearest([...lists.values()]), 0)
  }
}

function allButTheDearest(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0) - Math.max(...weights)
}
