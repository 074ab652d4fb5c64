// What fields require now, and what they required before: in one subgraph, and in the whole graph.
import type { Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import type { Usage } from '../operations/usage.ts'
import { withOthers, type Federated } from './federated.ts'
import { wholeOf, type Guarded } from './guarded.ts'
import { doubtAbout, movedMessage, type IsMoved, type Part } from './paths/moved.ts'
import {
  AUTHENTICATED,
  describe,
  isAsStrict,
  isHidden,
  isWithin,
  OPEN,
  SERVICE,
  stated,
  withoutPrivacy,
  type Requirement,
} from './requirement.ts'
import { tell, type authorizationRules } from './rules.ts'

export interface Given {
  usage: Usage
  head: Graph
  isMoved: IsMoved
  federated: { base: Federated; head: Federated }
}

interface Sides {
  before: Guarded
  after: Guarded
}

/** Compares each field of the head with the same field in the base of its subgraph or, if it moved, of another one. */
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

function compare(before: Guarded, after: Guarded, given: Given): Finding[] {
  const { coordinate } = after
  const written = { coordinate, was: wholeOf(before), is: wholeOf(after) }
  // A field that becomes hidden is reported as removed from the API schema.
  if (isHidden(written.is) && !isHidden(written.was)) return []
  if (!isWeaker(written) && !isTighter(written)) return []
  return compareMerged({ before, after }, given)
}

/** Compares the requirements in the graph. Reports for a subgraph only what this subgraph changed. */
function compareMerged(written: Sides, { usage, head, isMoved, federated }: Given): Finding[] {
  const { after } = written
  const merged = {
    before: withOthers(written.before, federated.base),
    after: withOthers(after, federated.head),
  }
  const whole = wholePart(merged)
  const parts = (isChanged: IsChanged) => blamed(written, merged, isChanged)
  if (isWeaker(whole) && !isMoved(whole, false)) {
    return parts(isWeaker).map((part) => weakened(part, after))
  }
  if (isTighter(whole) && !isMoved(whole, true)) {
    return parts(isTighter).map((part) => tightened(part, after, usage))
  }
  if (!isWeaker(whole) && !isTighter(whole)) return []
  return parts(isWeaker(whole) ? isWeaker : isTighter).map((part) => moved(part, after, head))
}

type IsChanged = (part: Part) => boolean
const isWeaker: IsChanged = ({ was, is }) => !isAsStrict(is, was)
const isTighter: IsChanged = ({ was, is }) => !isAsStrict(was, is)

function tightened(part: Part, after: Guarded, usage: Usage): Finding {
  const { coordinate, was, is } = part
  const message = `${coordinate} requires ${describe(is)}. Before, it required ${describe(was)}.`
  // When only privacy is added, the field was nullable before, or its type changes as well.
  const rule = isAsStrict(was, withoutPrivacy(is)) ? 'private-added' : 'authorization-tightened'
  return { ...tell(rule, placed(after, part), message), ...usage(coordinate) }
}

function moved(part: Part, after: Guarded, head: Graph): Finding {
  const doubt = doubtAbout(part, head)
  const rule = doubt === undefined ? 'guard-moved' : 'guard-move-undecided'
  return tell(rule, placed(after, part), movedMessage(part, doubt))
}

/**
 * The changed parts of the field, if this subgraph changed them as well; the whole field when no single part changed.
 */
function blamed(written: Sides, merged: Sides, isChanged: IsChanged): Part[] {
  const own = partsOf(written).filter(isChanged)
  if (own.length === 0) return isChanged(wholePart(written)) ? [wholePart(merged)] : []
  const names = new Set(own.map(({ coordinate }) => coordinate))
  return partsOf(merged).filter((part) => names.has(part.coordinate) && isChanged(part))
}

function partsOf({ before, after }: Sides): Part[] {
  const old = before.parts()
  return after.parts().map(({ coordinate, requirement: is }) => {
    const known = old.find((part) => part.coordinate === coordinate)
    return { coordinate, was: known?.requirement ?? OPEN, is }
  })
}

const wholePart = ({ before, after }: Sides): Part => ({
  coordinate: after.coordinate,
  was: wholeOf(before),
  is: wholeOf(after),
})

function weakened(part: Part, after: Guarded): Finding {
  const { coordinate, was, is } = part
  const message = `${coordinate} required ${describe(was)} and now requires ${describe(is)}.`
  return tell(ruleFor(was, is), placed(after, part), message)
}

/** The rule that best describes the dropped requirement. */
function ruleFor(was: Requirement, is: Requirement): keyof typeof authorizationRules {
  const before = [...new Set(was.flatMap(stated))]
  const lost = before.filter((thing) => !isWithin([thing], is.flat()))
  if (lost.includes(SERVICE)) return 'inaccessible-removed'
  if (lost.some((thing) => thing.startsWith('@'))) return 'guard-removed'
  const named = lost.length > 0 ? lost : before
  if (named.every((thing) => thing.startsWith('policy '))) return 'policy-weakened'
  if (!lost.includes(AUTHENTICATED)) return 'scopes-weakened'
  return lost.length > 1 ? 'scopes-removed' : 'authenticated-removed'
}

function placed({ subgraph, at }: Guarded, { coordinate, was, is }: Part) {
  return { subgraph, coordinate, detail: `${describe(was)}>${describe(is)}`, at: at?.() }
}

/**
 * Removes the finding that a guard has moved where another finding reports a worse change at the same
 * place: the guard may have moved for one field, and be lost for another.
 */
export function withoutReplaced(findings: readonly Finding[]): Finding[] {
  const worse = new Set(findings.filter((one) => !isMove(one)).map(placeOf))
  return findings.filter((one) => !isMove(one) || !worse.has(placeOf(one)))
}

const MOVES = new Set(['guard-moved', 'guard-move-undecided'])
export const isMove = ({ rule }: Finding) => MOVES.has(rule)
const placeOf = ({ subgraph, coordinate }: Finding) => `${subgraph ?? ''}/${coordinate}`
