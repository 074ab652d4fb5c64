// Compares @constraint of arguments and input fields: limits on values that the type does not express.
import { Kind, type ConstDirectiveNode, type DocumentNode } from 'graphql'
import { definitionsIn } from '../sdl/definitions.ts'
import { placeOf, type Finding } from '../finding.ts'
import { PatternComparison } from '../patterns/inclusion.ts'
import { argumentOf, type SubgraphDocument } from '../sdl/sdl.ts'
import { applicationsIn } from '../directives/applications.ts'
import { tell } from './rules.ts'

export const CONSTRAINT = 'constraint'

/** Compares the constraints of every argument and input field in both versions of a subgraph. */
export function checkConstraints(base: SubgraphDocument, head: SubgraphDocument): Finding[] {
  const [before, after] = [constraintsIn(base.document), constraintsIn(head.document)]
  if (before.size + after.size === 0) return []
  const known = new Set(definitionsIn(base.document).map(({ path }) => path))
  const there = new Map(definitionsIn(head.document).map(({ path, node }) => [path, node]))
  const both = [...new Set([...before.keys(), ...after.keys()])].filter(
    (coordinate) => known.has(coordinate) && there.has(coordinate),
  )
  // Limits that were enforced before without the directive are not new to clients, but cannot be compared.
  if (both.length > 0 && !known.has(`@${CONSTRAINT}`)) return [introduced(head)]
  const patterns = new PatternComparison()
  return both.flatMap((coordinate) =>
    changesOf(patterns, before.get(coordinate), after.get(coordinate)).map(({ detail, rule }) => {
      const where = { subgraph: head.name, coordinate, detail, at: placeOf(there.get(coordinate)) }
      return tell(rule, where, `${coordinate} in ${head.name} has other constraints: ${detail}.`)
    }),
  )
}

function introduced({ document, name: subgraph }: SubgraphDocument): Finding {
  const coordinate = `@${CONSTRAINT}`
  const node = definitionsIn(document).find(({ path }) => path === coordinate)?.node
  const message = `${subgraph} now declares the constraints of its inputs.`
  return tell('constraint-introduced', { subgraph, coordinate, at: placeOf(node) }, message)
}

function constraintsIn(document: DocumentNode): Map<string, ConstDirectiveNode> {
  const applied = applicationsIn(document).filter(
    ({ directive, kind }) =>
      kind === Kind.INPUT_VALUE_DEFINITION && directive.name.value === CONSTRAINT,
  )
  return new Map(applied.map(({ coordinate, directive }) => [coordinate, directive]))
}

/** Compares each argument by its direction: `maxLength` and `max` are upper bounds, and so on. */
function changesOf(
  patterns: PatternComparison,
  was: ConstDirectiveNode | undefined,
  is: ConstDirectiveNode | undefined,
) {
  const named = [was, is].flatMap((one) => one?.arguments ?? []).map(({ name }) => name.value)
  return [...new Set(named)].flatMap((name) => {
    const [before, after] = [was, is].map((one) => one && argumentOf(one, name))
    if (before === after) return []
    const rule = isLooser(patterns, name, before, after)
      ? 'constraint-loosened'
      : 'constraint-tightened'
    return [{ rule, detail: `${name} ${textOf(before)}>${textOf(after)}` } as const]
  })
}

function isLooser(
  patterns: PatternComparison,
  name: string,
  before: unknown,
  after: unknown,
): boolean {
  if (after === undefined || after === null) return true
  if (name === 'pattern' && typeof before === 'string' && typeof after === 'string') {
    return patterns.isIncluded(before, after)
  }
  if (typeof before !== 'number' || typeof after !== 'number') return false
  if (/^(exclusiveM|m)in/.test(name)) return after < before
  return /^(exclusiveM|m)ax/.test(name) && after > before
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
