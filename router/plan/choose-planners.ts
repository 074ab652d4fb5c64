// Which planners plan a supergraph, and in which order (decision 0061).
import { parse, visit, type ConstDirectiveNode } from 'graphql'
import { booleanOf, textOf } from '../supergraph/directive-arguments.ts'
import { isContext, linkedFeatures } from '../supergraph/linked-features.ts'

export type PlannerName = 'native' | 'apollo'

/**
 * The planners of a supergraph: an operation that one fails to plan goes to the next.
 *
 * For some operations on `@fromContext`, or on `@requires` of a field with arguments, Hive's planner returns plans with
 * other values, so only Apollo's plans these. With an `@interfaceObject` it may leave out a fetch, which the executor
 * notices, and Apollo's refuses some fragments.
 */
export function choosePlanners(supergraph: string): readonly [PlannerName, ...PlannerName[]] {
  const document = parse(supergraph, { noLocation: true })
  let hasOtherValues = linkedFeatures(document).some(isContext)
  let hasInterfaceObject = false
  visit(document, {
    Directive(node) {
      const directive = node as ConstDirectiveNode
      hasOtherValues ||= textOf(directive, 'requires')?.includes('(') === true
      hasInterfaceObject ||= booleanOf(directive, 'isInterfaceObject') === true
    },
  })
  if (hasOtherValues) return ['apollo']
  return hasInterfaceObject ? ['apollo', 'native'] : ['native', 'apollo']
}
