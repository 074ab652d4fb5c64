// Step 5: who may use what. Fewer requirements are a security finding; more requirements break
// clients.
import { isAbstractType } from 'graphql'
import { explainGuesses } from '../directives/guesses.ts'
import { typesOfOutput } from '../api/reach.ts'
import { unique, type Finding } from '../finding.ts'
import { mergedDocument, mergedGraph, type Graph } from '../graph.ts'
import { locator, type Locate } from '../locate.ts'
import { typesIn, type SubgraphDocument } from '../sdl.ts'
import type { Usage } from '../usage.ts'
import { checkApplied, checkNames } from './applied.ts'
import { checkCopies } from './copies.ts'
import { compareAll, type Given } from './compare.ts'
import { federatedIn, isLost, UNKNOWN, type Federated } from './federated.ts'
import { guardedIn, type Guarded } from './guarded.ts'
import { checkHidden, hiddenIn } from './hidden.ts'
import { accessOf, type Access, type GuardSettings } from './access.ts'
import { doubtAbout, movesBetween, type Part } from './moved.ts'
import { checkReach } from './reach.ts'
import { checkRootFields } from './root-fields.ts'

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
  const shown = withoutHidden(
    checkHidden(written, () => known),
    head,
  )
  const { access, federated } = mergedOfBoth(base, head, extracted, settings)
  const isMoved = access ? movesBetween(access) : () => false
  const given: Given = { usage, head, isMoved, federated }
  const isStated = statedIn(federated)
  const isKept = (part: Part) => given.isMoved(part, false) && !doubtAbout(part, head)
  const merged = (isWanted: IsWanted) => mergedSides([base, head], isWanted, locate, fieldsOf)
  const left = abandoned.size > 0 ? merged(({ coordinate }) => abandoned.has(coordinate)) : NOTHING
  const withoutSdl =
    extracted.size > 0 ? merged(({ subgraph = '' }) => extracted.has(subgraph)) : NOTHING
  const findings = unique([
    ...withoutReplaced([
      ...compareAll(...own, given),
      ...compareAll(...left, given)
        .filter((one) => one.severity === 'security' || isMove(one))
        .filter(isStated),
      ...compareAll(...withoutSdl, given).filter(isStated),
    ]),
    ...checkInterfaces(base, given, locate),
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

/**
 * False for what composition derived for an interface and no longer does: a type no longer requires
 * it, or no longer implements the interface, which is reported, and so are paths that it guarded.
 */
function statedIn({ base, head }: Given['federated']) {
  const derived = new Set(head.interfaces.flatMap(({ parts }) => parts().map(coordinateOf)))
  return ({ coordinate, rule }: Finding) =>
    !derived.has(coordinate) || rule === TIGHTENED || isLost(coordinate, base, head)
}

const TIGHTENED = 'authorization-tightened'

/** Composition derives what an interface requires, so no subgraph shows it. */
function checkInterfaces({ schema }: Graph, given: Given, locate: Locate): Finding[] {
  const { base, head } = given.federated
  const reached = schema ? typesOfOutput(schema) : new Set()
  const known = base.interfaces.filter((one) => reached.has(typeOf(one)))
  const after = head.interfaces.map((one) => relocated(one, locate))
  return compareAll(known, after, given)
    .filter(({ rule }) => rule === TIGHTENED)
    .map((one) => ({ ...one, message: `${one.message}${reasonOf(one.coordinate, given)}` }))
}

/** The types that implement an interface and have a requirement. */
function reasonOf(coordinate: string, { head: { schema }, federated }: Given): string {
  const [name = '', field] = coordinate.split('.')
  const type = schema?.getType(name)
  const possible = schema && isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const guarded = possible
    .map((one) => (field === undefined ? one.name : `${one.name}.${field}`))
    .filter((one) => federated.head.needs.has(one))
  const named = guarded.length > 0 ? guarded.slice(0, MAX_NAMED).join(', ') : 'its possible types'
  return ` Composition derives it from ${named}.`
}

const MAX_NAMED = 5

const typeOf = ({ coordinate }: Guarded) => coordinate.split('.')[0]!
const coordinateOf = ({ coordinate }: { coordinate: string }) => coordinate

/** Without what another subgraph still hides. */
function withoutHidden(shown: readonly Finding[], head: Graph): readonly Finding[] {
  if (shown.length === 0) return shown
  const hidden = new Set(mergedGraph(head).flatMap(({ document }) => hiddenIn(document)))
  return shown.filter(({ coordinate }) => !hidden.has(coordinate))
}

/** Nothing is known of both when one of them does not compose. */
function mergedOfBoth(
  base: Graph,
  head: Graph,
  ...given: [silent: ReadonlySet<string>, settings: GuardSettings]
) {
  if (!base.supergraph || !head.supergraph) return { federated: { base: UNKNOWN, head: UNKNOWN } }
  const [before, after] = [base, head].map((graph) => {
    const types = typesIn(mergedDocument(graph))
    return {
      access: accessOf(graph, ...given, types),
      federated: federatedIn(types, graph.subgraphs),
    }
  }) as [Merged, Merged]
  return {
    access: { base: before.access, head: after.access },
    federated: { base: before.federated, head: after.federated },
  }
}

interface Merged {
  access: Access
  federated: Federated
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
