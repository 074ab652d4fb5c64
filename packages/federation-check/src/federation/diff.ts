// Step 4: changes between the subgraphs that the API schema does not show.
import type { GuardNames } from '../directives/guards.ts'
import { explainGuesses } from '../directives/guesses.ts'
import { placeOf, unique, type Finding } from '../finding.ts'
import { byName } from '../graph/graph.ts'
import { typesIn, type SubgraphDocument, type TypeEntry } from '../sdl/sdl.ts'
import { checkAbstractTypes } from './abstract-types.ts'
import { checkAnnotations } from './annotations.ts'
import { checkConstraints } from './constraints.ts'
import { checkDefaults } from './defaults.ts'
import { checkDirectives } from './directives.ts'
import { fetchedIn } from './fetched.ts'
import { checkFields, type Elsewhere } from './fields.ts'
import { checkKeys, keysOf } from './keys.ts'
import { overriddenIn } from './overrides.ts'
import { providedIn } from './provided.ts'
import { checkSelected, selectedBy } from './selected.ts'
import { tell } from './rules.ts'

/** Compares the subgraphs of one graph with those of another, by name. */
export function checkFederation(
  base: readonly SubgraphDocument[],
  head: readonly SubgraphDocument[],
  guards: GuardNames = [],
): Finding[] {
  const [before, after] = [byName(base), byName(head)]
  const removed = base.filter(({ name }) => !after.has(name))
  const added = head.filter(({ name }) => !before.has(name))
  const both = head.filter(({ name }) => before.has(name))
  const elsewhere: Elsewhere = {
    stillThere: hasField(head),
    wasThere: hasField(base),
    typeIn: (subgraph, type) => {
      const found = after.get(subgraph)
      return found && typesIn(found.document).get(type)
    },
    wasFetched: fetchedIn(base),
    wasOverridden: overriddenIn(base),
    wasProvided: (subgraph, type, field) => {
      const known = before.get(subgraph)
      return known !== undefined && providedIn(known.document).has(`${type}.${field}`)
    },
  }
  const selected = selectedBy(base)
  const findings = unique([
    ...removed.map(({ name }) =>
      tell('subgraph-removed', { coordinate: name }, `${name} is removed.`),
    ),
    ...added.flatMap((subgraph) => [
      tell('subgraph-added', { coordinate: subgraph.name }, `${subgraph.name} is new.`),
      ...typesOf(subgraph).flatMap((type) => checkNewType(subgraph.name, type, elsewhere)),
    ]),
    ...both.flatMap((subgraph) => {
      const known = before.get(subgraph.name)!
      return [
        ...checkSubgraph(known, subgraph, elsewhere),
        ...checkSelected(known, subgraph, selected, elsewhere),
        ...checkAbstractTypes(known, subgraph, head, elsewhere),
        ...checkDirectives(known, subgraph, guards),
        ...checkConstraints(known, subgraph),
        ...checkDefaults(known, subgraph, guards),
        ...checkAnnotations(known, subgraph, guards),
      ]
    }),
  ])
  return explainGuesses(findings, [...base, ...head], guards)
}

function checkSubgraph(
  base: SubgraphDocument,
  head: SubgraphDocument,
  elsewhere: Elsewhere,
): Finding[] {
  const types = typesIn(head.document)
  const known = typesIn(base.document)
  const findings = [...known.values()].flatMap((type): Finding[] => {
    const now = types.get(type.name)
    if (!now) return entityGone(head.name, type, elsewhere)
    return [
      ...checkKeys(head.name, type, now, elsewhere.wasFetched),
      ...checkFields(head.name, type, now, elsewhere),
    ]
  })
  const added = typesOf(head).filter(({ name }) => !known.has(name))
  return [...findings, ...added.flatMap((type) => checkNewType(head.name, type, elsewhere))]
}

/** Checks a new type in a subgraph whose fields, except those of the key, another subgraph has or had. */
function checkNewType(subgraph: string, type: TypeEntry, elsewhere: Elsewhere): Finding[] {
  const keys = new Set(keysOf(type).flatMap(({ leaves }) => leaves))
  const others = [...type.fields].filter(([name]) => !keys.has(name))
  const head = { ...type, fields: new Map(others) }
  return checkFields(subgraph, { ...type, fields: new Map() }, head, elsewhere)
}

function typesOf({ document }: SubgraphDocument): TypeEntry[] {
  return [...typesIn(document).values()]
}

function entityGone(subgraph: string, type: TypeEntry, elsewhere: Elsewhere): Finding[] {
  const { wasOverridden, wasFetched } = elsewhere
  const keys = keysOf(type).filter(
    ({ resolvable, set }) => resolvable && wasFetched(subgraph, type.name, set),
  )
  if (keys.length === 0) return []
  const known = new Set(keys.flatMap(({ leaves }) => leaves))
  const own = [...type.fields.keys()].filter((field) => !known.has(field))
  const where = { subgraph, coordinate: type.name, at: placeOf(type.node) }
  // A type with only one key cannot lead to another subgraph.
  if (keys.length === 1 && own.every((field) => wasOverridden(subgraph, type.name, field))) {
    const message = `${type.name} in ${subgraph}: removed; other subgraphs already resolve all of it.`
    return own.length > 0 ? [tell('overridden-field-removed', where, message)] : gone(where)
  }
  return gone(where)
}

function gone(where: { subgraph: string; coordinate: string }): Finding[] {
  const { subgraph, coordinate } = where
  const message = `${subgraph} no longer defines ${coordinate}. A router on the old supergraph still calls it there.`
  return [tell('entity-removed', where, message)]
}

function hasField(subgraphs: readonly SubgraphDocument[]) {
  return (type: string, field: string) =>
    subgraphs.some(({ document }) => typesIn(document).get(type)?.fields.has(field))
}
