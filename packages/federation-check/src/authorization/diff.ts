// Step 5: who may use what. Fewer requirements are a security finding; more requirements break
// clients.
import { explainGuesses } from '../directives/guesses.ts'
import { unique, type Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import { isMerged, mergedDocument, mergedGraph } from '../graph/merged.ts'
import type { Usage } from '../operations/usage.ts'
import { locator, type Locate } from '../sdl/locate.ts'
import { typesIn, type SubgraphDocument } from '../sdl/sdl.ts'
import { checkApplied, checkNames } from './applied.ts'
import { compareAll, isMove, withoutReplaced, type Given } from './changed-requirements.ts'
import { checkCopies } from './copies.ts'
import { federatedIn, UNKNOWN, type Federated } from './federated.ts'
import { guardedIn } from './guarded.ts'
import { checkHidden, hiddenIn } from './hidden.ts'
import { checkInterfaces, statedIn } from './interfaces.ts'
import { accessOf, type Access, type GuardSettings } from './paths/access.ts'
import { doubtAbout, movesBetween, type Part } from './paths/moved.ts'
import { checkReach } from './paths/reach.ts'
import { checkRootFields } from './root-fields.ts'
import { mergedSides, NOTHING, whereSomeoneLeft, type FieldsOfSides } from './supergraph-fields.ts'

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
  const sides = sidesOf(base, head)
  const { written, known, locate } = sides
  const { access, federated } = mergedOfBoth(sides, settings)
  const isMoved = access ? movesBetween(access) : () => false
  const given: Given = { usage, head, isMoved, federated }
  const findings = unique([
    ...checkFields(sides, settings, given),
    ...checkRootFields(base, head, settings),
    ...(access ? checkReach(access.base, access.head, locate) : []),
    ...checkApplied(written, known, settings),
    ...checkNames(base, head, guards),
  ])
  return explainGuesses(findings, [...base.subgraphs, ...head.subgraphs], guards)
}

interface Sides {
  base: Graph
  head: Graph
  locate: Locate
  /** The subgraphs of the base that were extracted from its supergraph. */
  extracted: ReadonlySet<string>
  /** The subgraphs with their own SDL, of the base and of the head. */
  written: readonly SubgraphDocument[]
  known: readonly SubgraphDocument[]
}

function sidesOf(base: Graph, head: Graph): Sides {
  const extracted = new Set(base.subgraphs.filter((one) => one.extracted).map(({ name }) => name))
  const isWritten = ({ name }: SubgraphDocument) => !extracted.has(name)
  const [written, known] = [base.subgraphs.filter(isWritten), head.subgraphs.filter(isWritten)]
  return { base, head, locate: locator(head), extracted, written, known }
}

interface Merged {
  access: Access
  federated: Federated
}

/** The requirements of both graphs; undefined when one of them does not compose. */
function mergedOfBoth({ base, head, extracted }: Sides, settings: GuardSettings) {
  if (!isMerged(base) || !isMerged(head)) return { federated: { base: UNKNOWN, head: UNKNOWN } }
  const [before, after] = [base, head].map((graph) => {
    const types = typesIn(mergedDocument(graph))
    const access = accessOf(graph, extracted, settings, types)
    return { access, federated: federatedIn(types, graph.subgraphs, settings.order) }
  }) as [Merged, Merged]
  return {
    access: { base: before.access, head: after.access },
    federated: { base: before.federated, head: after.federated },
  }
}

function checkFields(sides: Sides, settings: GuardSettings, given: Given): Finding[] {
  const { own, left, withoutSdl } = fieldsOf(sides, settings)
  const isKept = (part: Part) => given.isMoved(part, false) && !doubtAbout(part, sides.head)
  const isStated = statedIn(given.federated)
  const ofLeft = (one: Finding) => one.severity === 'security' || isMove(one)
  return [
    ...withoutReplaced([
      ...compareAll(...own, given),
      ...compareAll(...left, given).filter((one) => ofLeft(one) && isStated(one)),
      ...compareAll(...withoutSdl, given).filter(isStated),
    ]),
    ...checkInterfaces(sides.base, given, sides.locate),
    ...checkNoLongerHidden(sides),
    ...checkCopies(...own, isKept),
    ...checkCopies(...withoutSdl, isKept),
  ]
}

/** The fields of subgraphs as written, those that a subgraph left, and those without SDL. */
function fieldsOf(
  { base, head, locate, extracted, written, known }: Sides,
  settings: GuardSettings,
) {
  const guarded = (one: SubgraphDocument) => guardedIn(one, settings)
  const own: FieldsOfSides = [written.flatMap(guarded), known.flatMap(guarded)]
  const abandoned = whereSomeoneLeft(...own)
  const merged = (isWanted: Parameters<typeof mergedSides>[1]) =>
    mergedSides([base, head], isWanted, locate, guarded)
  return {
    own,
    left: abandoned.size > 0 ? merged(({ coordinate }) => abandoned.has(coordinate)) : NOTHING,
    withoutSdl:
      extracted.size > 0 ? merged(({ subgraph = '' }) => extracted.has(subgraph)) : NOTHING,
  }
}

/** Reports elements that are no longer hidden, by the SDL of a subgraph or, where there is none, by the supergraph. */
function checkNoLongerHidden({ base, head, locate, written, known }: Sides): Finding[] {
  const shown = withoutHidden(
    checkHidden(written, () => known),
    head,
  )
  const merged = checkHidden(mergedGraph(base), () => mergedGraph(head), locate)
  const isOwn = ({ coordinate }: Finding) => shown.some((one) => one.coordinate === coordinate)
  return [...shown, ...merged.filter((one) => !isOwn(one))]
}

/** Removes findings about elements that another subgraph still hides. */
function withoutHidden(shown: readonly Finding[], head: Graph): readonly Finding[] {
  if (shown.length === 0) return shown
  const hidden = new Set(mergedGraph(head).flatMap(({ document }) => hiddenIn(document)))
  return shown.filter(({ coordinate }) => !hidden.has(coordinate))
}
