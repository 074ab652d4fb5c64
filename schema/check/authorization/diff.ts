// Step 5: who may use what. Anything given away is a matter of security; anything taken breaks clients.
import { findingsOf, unique, type Finding } from '../finding.ts'
import { mergedDocument, type Graph } from '../graph.ts'
import { locator, type Locate } from '../locate.ts'
import type { SubgraphDocument } from '../sdl.ts'
import type { Usage } from '../usage.ts'
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
import { authorizationRules } from './rules.ts'

const tell = findingsOf('authorization', authorizationRules)

/**
 * Compares every field of the head with the same field of the same subgraph, or, where it moved
 * in from another one, with what was asked there. The router asks for what all subgraphs together
 * say of a field, so what one of them takes along with its part is compared in the supergraphs;
 * a base that is a supergraph alone tells no more than that.
 */
export function checkAuthorization(base: Graph, head: Graph, usage: Usage): Finding[] {
  const locate = locator(head)
  const hidden = checkHidden(mergedGraph(base), () => mergedGraph(head), locate)
  const extracted = new Set(base.subgraphs.filter((one) => one.extracted).map(nameOf))
  const isWritten = ({ name }: SubgraphDocument) => !extracted.has(name)
  const [written, known] = [base.subgraphs.filter(isWritten), head.subgraphs.filter(isWritten)]
  const own = [written.flatMap(guardedIn), known.flatMap(guardedIn)] as const
  const abandoned = whereSomeoneLeft(...own)
  const shown = checkHidden(written, () => known)
  const merged = (isWanted: IsWanted) => mergedSides(base, head, isWanted, locate)
  const left = abandoned.size > 0 ? merged(({ coordinate }) => abandoned.has(coordinate)) : NOTHING
  const withoutSdl =
    extracted.size > 0 ? merged(({ subgraph = '' }) => extracted.has(subgraph)) : NOTHING
  return unique([
    ...compareAll(...own, usage),
    ...compareAll(...left, usage).filter(({ severity }) => severity === 'security'),
    ...compareAll(...withoutSdl, usage),
    ...shown,
    ...hidden.filter((one) => !shown.some(({ coordinate }) => coordinate === one.coordinate)),
    ...checkCopies(...own),
    ...checkCopies(...withoutSdl),
    ...newMutations(...own),
    ...checkReach(base, head, locate),
  ])
}

const nameOf = ({ name }: SubgraphDocument) => name

/** What a mutation does no schema says: whoever reads the report sees at least who may ask for it. */
function newMutations(base: readonly Guarded[], head: readonly Guarded[]): Finding[] {
  const known = new Set(base.map(({ coordinate }) => coordinate))
  const added = head.filter(
    ({ coordinate }) => coordinate.startsWith('Mutation.') && !known.has(coordinate),
  )
  return added.map((one) => {
    const asked = describe(wholeOf(one))
    const message = `${one.coordinate} is new, and asks for ${asked}.`
    return tell('new-mutation', { ...placed(one, one.coordinate), detail: asked }, message)
  })
}

/** Empty for what does not compose. */
function mergedGraph(graph: Graph): SubgraphDocument[] {
  const document = mergedDocument(graph)
  return graph.supergraph ? [{ name: '', written: document, document }] : []
}

type IsWanted = (guarded: Guarded) => boolean
type FieldsOfSides = readonly [base: readonly Guarded[], head: readonly Guarded[]]

const NOTHING: FieldsOfSides = [[], []]

/** What all subgraphs together say of the fields of the head that are wanted, and of all of the base. */
function mergedSides(base: Graph, head: Graph, isWanted: IsWanted, locate: Locate): FieldsOfSides {
  const after = mergedGraph(head).flatMap(guardedIn)
  const wanted = after.map((one) => relocated(one, locate)).filter(isWanted)
  return wanted.length > 0 ? [mergedGraph(base).flatMap(guardedIn), wanted] : NOTHING
}

/** Where the head writes what its supergraph says. */
function relocated({ coordinate, answer, parts }: Guarded, locate: Locate): Guarded {
  const found = locate(coordinate)
  const place = found && { subgraph: found.subgraph, at: () => found.at }
  return { coordinate, answer, parts, ...place }
}

/** Tells whether some subgraph has a coordinate no more. */
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
  // What is hidden now is told as removed from the API schema.
  if (isHidden(is) && !isHidden(was)) return []
  if (!isAsStrict(is, was)) return blamed(before, after, false).map((part) => weakened(part, after))
  if (isAsStrict(was, is)) return []
  return blamed(before, after, true).map(({ coordinate, was, is }) => {
    const message = `${coordinate} asks for ${describe(is)}, where it asked for ${describe(was)}.`
    const where = { ...placed(after, coordinate), detail: `${describe(was)}>${describe(is)}` }
    // What became private was nullable before, or its type has changed as well.
    const rule = isAsStrict(was, withoutPrivacy(is)) ? 'private-added' : 'authorization-tightened'
    return { ...tell(rule, where, message), uses: usage(coordinate) }
  })
}

function withoutPrivacy(requirement: Requirement): Requirement {
  return requirement.map((needed) => needed.filter((thing) => !isPrivacy(thing)))
}

/** True when services alone may use it. */
const isHidden = (requirement: Requirement) =>
  requirement.every((needed) => needed.includes(SERVICE))

interface Part {
  coordinate: string
  was: Requirement
  is: Requirement
}

/** The parts that changed in this direction; the field as a whole when none of them alone did. */
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
  const message = `${coordinate} asked for ${describe(was)}, and asks for ${describe(is)} now.`
  const where = { ...placed(after, coordinate), detail: `${describe(was)}>${describe(is)}` }
  return tell(ruleFor(was, is), where, message)
}

/** The rule that names best what is not asked for any more. */
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
