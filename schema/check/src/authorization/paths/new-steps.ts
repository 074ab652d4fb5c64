// What the steps of two graphs have in common, and whether one is new or weaker.
import { both, isAsStrict, OPEN } from '../requirement.ts'
import type { Access, Step } from './access.ts'
import { withoutCheck } from './runtime-guards.ts'
import { isField } from './ways.ts'

/**
 * The head's fields, with the requirements of both graphs where both have them. Requirements of an
 * abstract type are left out, because composition derives them from its possible types. So is the
 * base's check at run time: no other finding reports that a field no longer has it.
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
