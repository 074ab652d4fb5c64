// Compares the steps of two graphs: which are new, and which are weaker.
import { both, isAsStrict, OPEN } from '../requirement.ts'
import type { Access, Step } from './access.ts'
import { withoutCheck } from './runtime-guards.ts'
import { isField } from './ways.ts'

/**
 * The head's fields, with the requirements of both graphs where both have the field. Requirements
 * of abstract types are left out, because composition derives them from the possible types. So are
 * run-time checks of the base, because no other finding reports their removal.
 */
export function withGuardsOf(base: Access, head: Access): Access {
  return new Map(
    [...head].map(([type, steps]) => {
      const before = new Map((base.get(type) ?? []).map((step) => [step.coordinate, step.needs]))
      const guarded = steps.map((step): Step => {
        if (!isField(step)) return step
        const known = withoutCheck(before.get(step.coordinate) ?? OPEN)
        return { ...step, needs: both(known, step.needs) }
      })
      return [type, guarded]
    }),
  )
}

export function hasNewStep(base: Access, head: Access): boolean {
  return [...head].some(([type, steps]) => {
    const before = new Map((base.get(type) ?? []).map((step) => [step.coordinate, step]))
    return steps.some(({ coordinate, to, needs }) => {
      const known = before.get(coordinate)
      return known?.to !== to || !isAsStrict(needs, known.needs)
    })
  })
}
