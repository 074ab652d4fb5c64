// Which planners plan a supergraph, and in which order (decision 0061).
import { parse, visit, type ConstDirectiveNode } from 'graphql'
import { booleanOf, textOf } from '../supergraph/directive-arguments.ts'

export type PlannerName = 'native' | 'apollo'

const CONTEXT = 'https://specs.apollo.dev/context/'

/**
 * The planners of a supergraph: an operation that one fails to plan goes to the next.
 *
 * For some operations on `@fromContext`, or on `@requires` of a field with arguments, Hive's planner returns plans with
 * other values, so only Apollo's plans these. With an `@interfaceObject` it may leave out a fetch, which the executor
 * notices, and Apollo's refuses some fragments.
 */
export function choosePlanners(supergraph: string): readonly [PlannerName, ...PlannerName[]] {
  let hasOtherValues = false
  let hasInterfaceObject = false
  visit(parse(supergraph, { noLocation: true }), {
    Directive(node) {
      const directive = node as ConstDirectiveNode
      hasOtherValues ||=
        textOf(directive, 'requires')?.includes('(') === true ||
        (node.name.value === 'link' && textOf(directive, 'url')?.startsWith(CONTEXT) === true)
      hasInterfaceObject ||= booleanOf(directive, 'isInterfaceObject') === true
    },
  })
  if (hasOtherValues) return ['apollo']
  return hasInterfaceObject ? ['apollo', 'native'] : ['native', 'apollo']
}
