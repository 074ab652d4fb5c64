// Step 5: who may use what. Fewer requirements are a security finding; more requirements break
// clients.
import { explainGuesses } from '../directives/guesses.ts'
import type { GuardNames } from '../directives/guards.ts'
import { unique, type Finding } from '../finding.ts'
import { mergedDocument, type Graph } from '../graph.ts'
import { locator, type Locate } from '../locate.ts'
import type { SubgraphDocument } from '../sdl.ts'
import type { Usage } from '../usage.ts'
import { checkApplied, checkNames } from './applied.ts'
import { checkCopies } from './copies.ts'
import { guardedIn, wholeOf, type Guarded } from './guarded.ts'
import { checkHidden } from './hidden.ts'
import { checkReach } from './reach.ts'
import {
  AUTHENTICATED,
  describe,
  isAsStrict,
  isPrivacy,
  OPEN,
  SERVICE,
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
  guards: GuardNames = [],
): Finding[] {
  const locate = locator(head)
  const hidden = checkHidden(mergedGraph(base), () => mergedGraph(head), locate)
  const extracted = new Set(base.subgraphs.filter((one) => one.extracted).map(nameOf))
  const isWritten = ({ name }: SubgraphDocument) => !extracted.has(name)
  const [written, known] = [base.subgraphs.filter(isWritten), head.subgraphs.filter(isWritten)]
  const fieldsOf = (one: SubgraphDocument) => guardedIn(one, guards)
  const own = [written.flatMap(fieldsOf), known.flatMap(fieldsOf)] as const
  const abandoned = whereSomeoneLeft(...own)
  const shown = checkHidden(written, () => known)
  const merged = (isWanted: IsWanted) => mergedSides([base, head], isWanted, locate, fieldsOf)
  const left = abandoned.size > 0 ? merged(({ coordinate }) => abandoned.has(coordinate)) : NOTHING
  const withoutSdl =
    extracted.size > 0 ? merged(({ subgraph = '' }) => extracted.has(subgraph)) : NOTHING
  const findings = unique([
    ...compareAll(...own, usage),
    ...compareAll(...left, usage).filter(({ severity }) => severity === 'security'),
    ...compareAll(...withoutSdl, usage),
    ...shown,
    ...hidden.filter((one) => !shown.some(({ coordinate }) => coordinate === one.coordinate)),
    ...checkCopies(...own),
    ...checkCopies(...withoutSdl),
    ...newMutations(...own),
    ...checkReach(base, head, locate, guards),
    ...checkApplied(written, known, guards),
    ...checkNames(base, head, guards),
  ])
  return explainGuesses(findings, [...base.subgraphs, ...head.subgraphs], guards)
}

const nameOf = ({ name }: SubgraphDocument) => name

/** The schema does not say what a mutation does, so the report at least says who may call it. */
function newMutations(base: readonly Guarded[], head: readonly Guarded[]): Finding[] {
  const known = new Set(base.map(({ coordinate }) => coordinate))
  const added = head.filter(
    ({ coordinate }) => coordinate.startsWith('Mutation.') && !known.has(coordinate),
  )
  return added.map((one) => {
    const asked = describe(wholeOf(one))
    const message = `${one.coordinate} is new and requires ${asked}.`
    return tell('new-mutation', { ...placed(one, one.coordinate), detail: asked }, message)
  })
}

/** Empty for a graph that does not compose. */
function mergedGraph(graph: Graph): SubgraphDocument[] {
  const document = mergedDocument(graph)
  return graph.supergraph ? [{ name: '', written: document, document }] : []
}

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

function compareAll(base: readonly Guarded[], head: readonly Guarded[], usage: Usage): Finding[] {
  const before = Map.groupBy(base, ({ coordinate }) => coordinate)
  return head.flatMap((after) => {
    const same = before.get(after.coordinate) ?? []
    const known = same.find(({ subgraph }) => subgraph === after.subgraph) ?? same[0]
    return known ? compare(known, after, usage) : []
  })
}

function compare(before: Guarded, after: Guarded, usage: Usage): Finding[] {
  const [was, is] = [wholeOf(before), wholeOf(after)]
  // A field that becomes hidden is reported as removed from the API schema.
  if (isHidden(is) && !isHidden(was)) return []
  if (!isAsStrict(is, was)) return blamed(before, after, false).map((part) => weakened(part, after))
  if (isAsStrict(was, is)) return []
  return blamed(before, after, true).map(({ coordinate, was, is }) => {
    const message = `${coordinate} requires ${describe(is)}. Before, it required ${describe(was)}.`
    const where = { ...placed(after, coordinate), detail: `${describe(was)}>${describe(is)}` }
    // The field was nullable before, or its type changes as well.
    const rule = isAsStrict(was, withoutPrivacy(is)) ? 'private-added' : 'authorization-tightened'
    return { ...tell(rule, where, message), ...usage(coordinate) }
  })
}

function withoutPrivacy(requirement: Requirement): Requirement {
  return requirement.map((needed) => needed.filter((thing) => !isPrivacy(thing)))
}

/** True when only services may use it. */
const isHidden = (requirement: Requirement) =>
  requirement.every((needed) => needed.includes(SERVICE))

interface Part {
  coordinate: string
  was: Requirement
  is: Requirement
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

function weakened({ coordinate, was, is }: Part, after: Guarded): Finding {
  const message = `${coordinate} required ${describe(was)} and now requires ${describe(is)}.`
  const where = { ...placed(after, coordinate), detail: `${describe(was)}>${describe(is)}` }
  return tell(ruleFor(was, is), where, message)
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

function placed({ subgraph, at }: Guarded, coordinate: string) {
  return { subgraph, coordinate, at: at?.() }
}
