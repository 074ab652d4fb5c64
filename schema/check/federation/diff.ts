// Step 4: what changes between the subgraphs, which no schema of clients shows.
import { checkDirectives } from './directives.ts'
import { checkFields } from './fields.ts'
import { checkKeys, keysOf } from './keys.ts'
import { federationRules } from './rules.ts'
import { findingsOf, placeOf, unique, type Finding } from '../finding.ts'
import { typesIn, type SubgraphDocument, type TypeEntry } from '../sdl.ts'

const tell = findingsOf('federation', federationRules)

/** Compares the subgraphs of one graph with those of another, by name. */
export function checkFederation(
  base: readonly SubgraphDocument[],
  head: readonly SubgraphDocument[],
): Finding[] {
  const [before, after] = [byName(base), byName(head)]
  const removed = base.filter(({ name }) => !after.has(name))
  const added = head.filter(({ name }) => !before.has(name))
  const both = head.filter(({ name }) => before.has(name))
  const stillThere = (type: string, field: string) =>
    head.some(({ document }) => typesIn(document).get(type)?.fields.has(field))
  return unique([
    ...removed.map(({ name }) =>
      tell('subgraph-removed', { coordinate: name }, `${name} is gone.`),
    ),
    ...added.map(({ name }) => tell('subgraph-added', { coordinate: name }, `${name} is new.`)),
    ...both.flatMap((subgraph) =>
      checkSubgraph(before.get(subgraph.name)!, subgraph, { stillThere, before }),
    ),
  ])
}

interface Others {
  /** True when a subgraph of the head has this field. */
  stillThere: (type: string, field: string) => boolean
  before: ReadonlyMap<string, SubgraphDocument>
}

function checkSubgraph(
  base: SubgraphDocument,
  head: SubgraphDocument,
  { stillThere, before }: Others,
): Finding[] {
  const types = typesIn(head.document)
  const wasThere = (type: string, field: string) =>
    [...before.values()].some(({ document }) => typesIn(document).get(type)?.fields.has(field))
  const known = typesIn(base.document)
  const findings = [...known.values()].flatMap((type): Finding[] => {
    const now = types.get(type.name)
    if (!now) return entityGone(head.name, type)
    return [
      ...checkKeys(head.name, type, now),
      ...checkFields(head.name, type, now, { stillThere, wasThere }),
    ]
  })
  return [...findings, ...checkDirectives(base, head)]
}

function entityGone(subgraph: string, type: TypeEntry): Finding[] {
  if (keysOf(type).length === 0) return []
  const message = `${subgraph} does not know ${type.name} any more; a router that has not heard of it still asks there.`
  const where = { subgraph, coordinate: type.name, at: placeOf(type.node) }
  return [tell('entity-removed', where, message)]
}

function byName(subgraphs: readonly SubgraphDocument[]): Map<string, SubgraphDocument> {
  return new Map(subgraphs.map((subgraph) => [subgraph.name, subgraph]))
}
