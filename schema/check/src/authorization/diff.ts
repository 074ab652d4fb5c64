// Step 5: who may use what. Fewer requirements are a security finding; more requirements break
// clients.
import { explainGuesses } from '../directives/guesses.ts'
import { unique, type Finding } from '../finding.ts'
import { mergedGraph, type Graph } from '../graph/graph.ts'
import { locator, type Locate } from '../sdl/locate.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import type { Usage } from '../operations/usage.ts'
import { checkApplied, checkNames } from './applied.ts'
import { checkCopies } from './copies.ts'
import { guardedIn, wholeOf, type Guarded } from './guarded.ts'
import { checkHidden } from './hidden.ts'
import { accessOf, type GuardSettings } from './paths/access.ts'
import { doubtAbout, movedMessage, movesBetween, type IsMoved, type Part } from './paths/moved.ts'
import { checkReach } from './paths/reach.ts'
import { checkRootFields } from './root-fields.ts'
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

/**
 * Compares every field of the head with the same field of the same subgraph or, if it moved, of its
 * old subgraph. The router enforces the guards of all subgraphs together, so a guard that one
 * subgraph drops with its definition is found by comparing the supergraphs. For a base that is only
 * a supergraph, nothing else can be compared.
 */
export function checkAuthorization(
  base: Graph,
  head: Graph,
  usage: Usage,
  settings: GuardSettings,
): Finding[] {
  const { guards } = settings
  const locate = locator(head)
  const hidden = checkHidden(mergedGraph(base), () => mergedGraph(head), locate)
  const extracted = new Set(base.subgraphs.filter((one) => one.extracted).map(nameOf))
  const isWritten = ({ name }: SubgraphDocument) => !extracted.has(name)
  const [written, known] = [base.subgraphs.filter(isWritten), head.subgraphs.filter(isWritten)]
  const fieldsOf = (one: SubgraphDocument) => guardedIn(one, guards)
  const own = [written.flatMap(fieldsOf), known.flatMap(fieldsOf)] as const
  const abandoned = whereSomeoneLeft(...own)
  const shown = checkHidden(written, () => known)
  const access = accessOfBoth(base, head, extracted, settings)
  const given: Given = { usage, head, isMoved: access ? movesBetween(access) : () => false }
  const isKept = (part: Part) => given.isMoved(part, false) && !doubtAbout(part, head)
  const merged = (isWanted: IsWanted) => mergedSides([base, head], isWanted, locate, fieldsOf)
  const left = abandoned.size > 0 ? merged(({ coordinate }) => abandoned.has(coordinate)) : NOTHING
  const withoutSdl =
    extracted.size > 0 ? merged(({ subgraph = '' }) => extracted.has(subgraph)) : NOTHING
  const findings = unique([
    ...withoutReplaced([
      ...compareAll(...own, given),
      ...compareAll(...left, given).filter((one) => one.severity === 'security' || isMove(one)),
      ...compareAll(...withoutSdl, given),
    ]),
    ...shown,
    ...hidden.filter((one) => !shown.some(({ coordinate }) => coordinate === one.coordinate)),
    ...checkCopies(...own, isKept),
    ...checkCopies(...withoutSdl, isKept),
    ...checkRootFields(base, head, guards),
    ...(access ? checkReach(access.base, access.head, locate) : []),
    ...checkApplied(written, known, guards),
    ...checkNames(base, head, guards),
  ])
  return explainGuesses(findings, [...base.subgraphs, ...head.subgraphs], guards)
}

const nameOf = ({ name }: SubgraphDocument) => name

/** Undefined when one of them does not compose. */
function accessOfBoth(
  base: Graph,
  head: Graph,
  ...given: [silent: ReadonlySet<string>, settings: GuardSettings]
) {
  if (!base.supergraph || !head.supergraph) return undefined
  return { base: accessOf(base, ...given), head: accessOf(head, ...given) }
}

interface Given {
  usage: Usage
  head: Graph
  isMoved: IsMoved
}

/** A guard that moved for one field may be lost for another. */
function withoutReplaced(findings: readonly Finding[]): Finding[] {
  const worse = new Set(findings.filter((one) => !isMove(one)).map(placeOf))
  return findings.filter((one) => !isMove(one) || !worse.has(placeOf(one)))
}

const MOVES = new Set(['guard-moved', 'guard-move-undecided'])
const isMove = ({ rule }: Finding) => MOVES.has(rule)
const placeOf = ({ subgraph, coordinate }: Finding) => `${subgraph ?? ''}/${coordinate}`

type IsWanted = (guarded: Guarded) => boolean
type FieldsOfSides = readonly [base: readonly Guarded[], head: readonly Guarded[]]

const NOTHING: FieldsOfSides = [[], []]

/** The merged requirements of the given fields of the head, and of all fields of the base. */
function mergedSides(
  [base, head]: readonly [base: Graph, head: Graph],
  isWanted: IsWanted,
  locate: Locate,
  fieldsOf: (one: SubgraphDocument) => Guarded[],
): FieldsOfSides {
  const after = mergedGraph(head).flatMap(fieldsOf)
  const wanted = after.map((one) => relocated(one, locate)).filter(isWanted)
  return wanted.length > 0 ? [mergedGraph(base).flatMap(fieldsOf), wanted] : NOTHING
}

/** Where a coordinate of the supergraph is written in the head. */
function relocated({ coordinate, response, parts }: Guarded, locate: Locate): Guarded {
  const found = locate(coordinate)
  const place = found && { subgraph: found.subgraph, at: () => found.at }
  return { coordinate, response, parts, ...place }
}

/** Whether a subgraph no longer has a coordinate. */
function whereSomeoneLeft(base: readonly Guarded[], head: readonly Guarded[]) {
  const keyOf = ({ coordinate, subgraph }: Guarded) => `${subgraph}/${coordinate}`
  const there = new Set(head.map(keyOf))
  const left = base.filter((one) => !there.has(keyOf(one)))
  return new Set(left.map(({ coordinate }) => coordinate))
}

function compareAll(base: readonly Guarded[], head: readonly Guarded[], given: Given): Finding[] {
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
