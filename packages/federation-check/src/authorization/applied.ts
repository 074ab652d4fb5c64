// Compares a subgraph's own directives about access, wherever they are applied: guards of arguments, inputs, enums
// and other elements that have no response of their own, and directives that open access.
import { Kind, print, type ASTNode, type ConstDirectiveNode, type DocumentNode } from 'graphql'
import { coordinatesIn } from '../sdl/definitions.ts'
import { directivesOf, guardDirectives, type GuardNames } from '../directives/guards.ts'
import { ownDefinitions, writtenName } from '../directives/own.ts'
import { applicationsIn } from '../directives/applications.ts'
import { placeOf, type Finding } from '../finding.ts'
import { byName, type Graph } from '../graph/graph.ts'
import { didYouMean } from '../near.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { DIRECTIVES } from '../sdl/subgraph-document.ts'
import type { GuardSettings } from './paths/access.ts'
import { describe, isAsStrict, OPEN, requirementOf } from './requirement.ts'
import { tell } from './rules.ts'

/** Compares the directives at every coordinate that both versions of a subgraph have. */
export function checkApplied(
  base: readonly SubgraphDocument[],
  head: readonly SubgraphDocument[],
  given: GuardSettings,
): Finding[] {
  const before = byName(base)
  return head.flatMap((after) => {
    const known = before.get(after.name)
    if (!known || ownDefinitions(known.document).size + ownDefinitions(after.document).size === 0)
      return []
    return [...compareGuards(known, after, given), ...compareOpenings(known, after, given)]
  })
}

type Compare = (base: SubgraphDocument, head: SubgraphDocument, given: GuardSettings) => Finding[]

const compareGuards: Compare = (base, head, { guards: given, order }) => {
  const guards = new Set(
    [base, head].flatMap(({ document }) => [...guardDirectives(document, given)]),
  )
  const isCounted = (name: string, kind: ASTNode['kind']) => guards.has(name) && !COMPARED.has(kind)
  return pairsOf(base, head, isCounted).flatMap(({ coordinate, was, is, at }) => {
    const [before, after] = [was, is].map((applied) => requirementOf(applied, order, guards))
    const [old, now] = [before ?? OPEN, after ?? OPEN]
    const isWeaker = !isAsStrict(now, old)
    if (!isWeaker && isAsStrict(old, now)) return []
    const rule = isWeaker ? 'guard-removed' : 'authorization-tightened'
    const [required, requires] = [describe(old), describe(now)]
    const where = { subgraph: head.name, coordinate, detail: `${required}>${requires}`, at }
    const message = `${coordinate} required ${required} and now requires ${requires}.`
    return [tell(rule, where, message)]
  })
}

/** Elements that changed-requirements.ts compares: fields and their types. */
const COMPARED = new Set<string>([
  Kind.FIELD_DEFINITION,
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.OBJECT_TYPE_EXTENSION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_EXTENSION,
])

const compareOpenings: Compare = (base, head, { guards: given }) => {
  const modes = new Set(
    [base, head].flatMap(({ document }) => [...directivesOf(document, ['mode'], given)]),
  )
  const opening = new Set(
    [base, head].flatMap(({ document }) => [...directivesOf(document, ['lift', 'mode'], given)]),
  )
  return pairsOf(base, head, (name) => opening.has(name)).flatMap(({ coordinate, was, is, at }) => {
    const [before, after] = [textsOf(was), textsOf(is)]
    const [gone, added] = [difference(before, after), difference(after, before)]
    if (gone.length + added.length === 0) return []
    const isOpened = added.length > 0 || was.some(({ name }) => modes.has(name.value))
    const [old, now] = [before, after].map((texts) => texts.join(' ') || 'nothing')
    const where = { subgraph: head.name, coordinate, detail: `${old}>${now}`, at }
    const message = `${coordinate} had ${old} and now has ${now}, which decides who may use it.`
    return [tell(isOpened ? 'guard-lifted' : 'authorization-tightened', where, message)]
  })
}

const textsOf = (applied: readonly ConstDirectiveNode[]) =>
  applied.map((one) => print(one)).toSorted()

const difference = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.includes(one))

interface Pair {
  coordinate: string
  was: readonly ConstDirectiveNode[]
  is: readonly ConstDirectiveNode[]
  at: ReturnType<typeof placeOf>
}

/** The relevant directives of both sides, for each coordinate that has one. */
function pairsOf(
  base: SubgraphDocument,
  head: SubgraphDocument,
  isCounted: (name: string, kind: ASTNode['kind']) => boolean,
): Pair[] {
  const appliedIn = (document: DocumentNode) =>
    Map.groupBy(
      applicationsIn(document).filter(({ directive, kind }) =>
        isCounted(directive.name.value, kind),
      ),
      ({ coordinate }) => coordinate,
    )
  const [before, after] = [appliedIn(base.document), appliedIn(head.document)]
  const [known, there] = [coordinatesIn(base.document), coordinatesIn(head.document)]
  const both = [...new Set([...before.keys(), ...after.keys()])]
  return both
    .filter((coordinate) => known.has(coordinate) && there.has(coordinate))
    .map((coordinate) => {
      const [was, is] = [before, after].map((side) =>
        (side.get(coordinate) ?? []).map(({ directive }) => directive),
      )
      return { coordinate, was: was!, is: is!, at: placeOf(is![0]) }
    })
}

/**
 * Reports names in `guards` of the configuration that no directive has: a typing error there would
 * turn a guard into a note.
 */
export function checkNames(base: Graph, head: Graph, given: GuardNames): Finding[] {
  const subgraphs = [...base.subgraphs, ...head.subgraphs]
  // Subgraphs extracted from a supergraph do not contain their own directives.
  if (subgraphs.some(({ extracted }) => extracted)) return []
  const defined = new Set(
    subgraphs.flatMap(({ document }) => [...ownDefinitions(document).keys()].map(writtenName)),
  )
  const unknown = given.filter(
    (name) => !name.startsWith('!') && !defined.has(name) && !OF_FEDERATION.has(name),
  )
  return unknown.map((name) => {
    const message = `guards: no subgraph defines @${name}.${didYouMean(name, [...defined])}`
    return tell('guard-unknown', { coordinate: `@${name}` }, message)
  })
}

const OF_FEDERATION = new Set<string>(DIRECTIVES)
