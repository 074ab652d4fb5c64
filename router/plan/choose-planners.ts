// Which planners plan a supergraph, and in which order (decision 0061).
import { parse, visit, type ConstDirectiveNode } from 'graphql'
import { booleanOf, textOf } from '../supergraph/directive-arguments.ts'
import { isContext, linkedFeatures } from '../supergraph/linked-features.ts'

export type PlannerName = 'native' | 'apollo'

/**
 * The planners of a supergraph, in order: an operation that one fails to plan goes to the next. Hive's planner
 * returns plans with wrong values for some operations on `@fromContext`, or on `@requires` of a field with arguments,
 * so only Apollo's plans these supergraphs. With an `@interfaceObject`, Hive's may leave out a fetch, which the
 * executor notices, and Apollo's refuses some fragments.
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
