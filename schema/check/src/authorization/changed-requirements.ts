// What fields require now, and what they required before.
import type { Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import type { Usage } from '../operations/usage.ts'
import { wholeOf, type Guarded } from './guarded.ts'
import { doubtAbout, movedMessage, type IsMoved, type Part } from './paths/moved.ts'
import {
  AUTHENTICATED,
  describe,
  isAsStrict,
  isHidden,
  OPEN,
  SERVICE,
  withoutPrivacy,
  type Requirement,
} from './requirement.ts'
import { tell, type authorizationRules } from './rules.ts'

export interface Given {
  usage: Usage
  head: Graph
  isMoved: IsMoved
}

/** Compares each field of the head with that of its subgraph or, if it moved, of another one. */
export function compareAll(
  base: readonly Guarded[],
  head: readonly Guarded[],
  given: Given,
): Finding[] {
  const before = Map.groupBy(base, ({ coordinate }) => coordinate)
  return head.flatMap((after) => {
    const same = before.get(after.coordinate) ?? []
    const known = same.find(({ subgraph }) => subgraph === after.subgraph) ?? same[0]
    return known ? compare(known, after, given) : []
  })
}

function compare(before: Guarded, after: Guarded, { usage, head, isMoved }: Given): Finding[] {
  const [was, is] = [wholeOf(before), wholeOf(after)]
  const whole = { coordinate: after.coordinate, was, is }
  // A field that becomes hidden is reported as removed from the API schema.
  if (isHidden(is) && !isHidden(was)) return []
  const [isWeaker, isTighter] = [!isAsStrict(is, was), !isAsStrict(was, is)]
  const parts = (tighter: boolean) => blamed(before, after, tighter)
  if (isWeaker && !isMoved(whole, false)) {
    return parts(false).map((part) => weakened(part, after))
  }
  if (isTighter && !isMoved(whole, true)) {
    return parts(true).map((part) => tightened(part, after, usage))
  }
  return isWeaker || isTighter ? parts(!isWeaker).map((part) => moved(part, after, head)) : []
}

function tightened(part: Part, after: Guarded, usage: Usage): Finding {
  const { coordinate, was, is } = part
  const message = `${coordinate} requires ${describe(is)}. Before, it required ${describe(was)}.`
  // The field was nullable before, or its type changes as well.
  const rule = isAsStrict(was, withoutPrivacy(is)) ? 'private-added' : 'authorization-tightened'
  return { ...tell(rule, placed(after, part), message), ...usage(coordinate) }
}

function moved(part: Part, after: Guarded, head: Graph): Finding {
  const doubt = doubtAbout(part, head)
  const rule = doubt === undefined ? 'guard-moved' : 'guard-move-undecided'
  return tell(rule, placed(after, part), movedMessage(part, doubt))
}

/** The parts that changed in this direction, or the whole field when no single part did. */
function blamed(before: Guarded, after: Guarded, tighter: boolean): Part[] {
  const old = before.parts()
  const parts = after.parts().map(({ coordinate, requirement: is }): Part => {
    const known = old.find((part) => part.coordinate === coordinate)
    return { coordinate, was: known?.requirement ?? OPEN, is }
  })
  const changed = parts.filter(({ was, is }) =>
    tighter ? !isAsStrict(was, is) : !isAsStrict(is, was),
  )
  if (changed.length > 0) return changed
  return [{ coordinate: after.coordinate, was: wholeOf(before), is: wholeOf(after) }]
}

function weakened(part: Part, after: Guarded): Finding {
  const { coordinate, was, is } = part
  const message = `${coordinate} required ${describe(was)} and now requires ${describe(is)}.`
  return tell(ruleFor(was, is), placed(after, part), message)
}

/** The rule that best names the requirement that was dropped. */
function ruleFor(was: Requirement, is: Requirement): keyof typeof authorizationRules {
  const lost = [...new Set(was.flat())].filter((thing) => !is.flat().includes(thing))
  if (lost.includes(SERVICE)) return 'inaccessible-removed'
  if (lost.some((thing) => thing.startsWith('@'))) return 'guard-removed'
  const named = lost.length > 0 ? lost : was.flat()
  if (named.every((thing) => thing.startsWith('policy '))) return 'policy-weakened'
  if (!lost.includes(AUTHENTICATED)) return 'scopes-weakened'
  return lost.length > 1 ? 'scopes-removed' : 'authenticated-removed'
}

function placed({ subgraph, at }: Guarded, { coordinate, was, is }: Part) {
  return { subgraph, coordinate, detail: `${describe(was)}>${describe(is)}`, at: at?.() }
}

/** A guard that moved for one field may be lost for another. */
export function withoutReplaced(findings: readonly Finding[]): Finding[] {
  const worse = new Set(findings.filter((one) => !isMove(one)).map(placeOf))
  return findings.filter((one) => !isMove(one) || !worse.has(placeOf(one)))
}

const MOVES = new Set(['guard-moved', 'guard-move-undecided'])
export const isMove = ({ rule }: Finding) => MOVES.has(rule)
const placeOf = ({ subgraph, coordinate }: Finding) => `${subgraph ?? ''}/${coordinate}`
