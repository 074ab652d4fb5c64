// Finds what a router on the old supergraph sends to a subgraph although no client requests it:
// fields of field sets, and arguments that it fills in.
import { Kind, print, type InputValueDefinitionNode, type TypeNode } from 'graphql'
import { isWithin } from '../authorization/requirement.ts'
import { placeOf, type Finding } from '../finding.ts'
import {
  directivesNamed,
  isObject,
  typesIn,
  type FieldNode,
  type SubgraphDocument,
  type TypeEntry,
} from '../sdl/sdl.ts'
import type { Elsewhere } from './fields.ts'
import { keysOf } from './keys.ts'
import { selectedIn } from './provided.ts'
import { tell } from './rules.ts'
import { isExternal } from './traits.ts'

/** The coordinates of what the field sets of all subgraphs select. */
export const selectedBy = (subgraphs: readonly SubgraphDocument[]): ReadonlySet<string> =>
  new Set(subgraphs.flatMap(({ document }) => [...selectedIn(document)]))

/** Compares these fields and arguments in the types that both versions of a subgraph have. */
export function checkSelected(
  base: SubgraphDocument,
  head: SubgraphDocument,
  selected: ReadonlySet<string>,
  { stillThere }: Pick<Elsewhere, 'stillThere'>,
): Finding[] {
  const after = typesIn(head.document)
  return [...typesIn(base.document).values()].filter(isObject).flatMap((type) => {
    const now = after.get(type.name)
    if (!now) return []
    const resolved = [...type.fields].filter(([, field]) => !isExternal(field, type))
    return resolved.flatMap(([name, field]): Finding[] => {
      const coordinate = `${type.name}.${name}`
      const same = now.fields.get(name)
      if (same) return checkArguments(head.name, coordinate, [field, same], selected)
      const isLost = selected.has(coordinate) && !stillThere(type.name, name)
      return isLost && !isOfRemovedKey(name, type, now) ? [lost(head.name, coordinate, now)] : []
    })
  })
}

function lost(subgraph: string, coordinate: string, now: TypeEntry): Finding {
  const where = { subgraph, coordinate, at: placeOf(now.node) }
  const message = `${coordinate} in ${subgraph}: removed. A router on the old supergraph selects it for other fields.`
  return tell('selected-field-removed', where, message)
}

/** True for a field of a removed key, which has its own finding (keys.ts). */
function isOfRemovedKey(field: string, type: TypeEntry, now: TypeEntry): boolean {
  const keys = keysOf(type).filter(({ fields }) => fields.includes(field))
  return keys.some(({ leaves }) => !keysOf(now).some((one) => isWithin(one.leaves, leaves)))
}

/** Compares arguments that clients do not see. api/diff.ts compares the others. */
function checkArguments(
  subgraph: string,
  field: string,
  [was, is]: readonly [FieldNode, FieldNode],
  selected: ReadonlySet<string>,
): Finding[] {
  const [before, after] = [argumentsOf(was), argumentsOf(is)]
  const refused = [...before].flatMap(([name, one]) => {
    const isSent = isFilled(one) || (isHidden(one) && selected.has(`${field}.${name}`))
    const same = after.get(name)
    if (!isSent || (same && isUsable(one.type, same.type))) return []
    const change = `${print(one.type)} becomes ${same ? print(same.type) : 'nothing'}`
    const words = `${change}. A router on the old supergraph sends it`
    return [{ rule: 'router-argument-refused', name, node: same ?? is, words } as const]
  })
  const added = [...after].filter(([name, one]) => isFilled(one) && !before.has(name))
  const unsent = added.map(([name, node]) => {
    const isRequired = node.type.kind === Kind.NON_NULL_TYPE
    const rule = isRequired ? 'router-argument-refused' : 'requires-added'
    const words = `${isRequired ? 'required' : 'added'}. A router on the old supergraph does not send it`
    return { rule, name, node, words } as const
  })
  return [...refused, ...unsent].map(({ rule, name, node, words }) => {
    const coordinate = `${field}.${name}`
    const where = { subgraph, coordinate, at: placeOf(node) }
    return tell(rule, where, `${coordinate} in ${subgraph}: ${words}.`)
  })
}

const argumentsOf = (field: FieldNode): ReadonlyMap<string, InputValueDefinitionNode> =>
  new Map(('arguments' in field ? (field.arguments ?? []) : []).map((one) => [one.name.value, one]))

const isFilled = (one: InputValueDefinitionNode) => directivesNamed(one, 'fromContext').length > 0
const isHidden = (one: InputValueDefinitionNode) => directivesNamed(one, 'inaccessible').length > 0

/** True when a variable of the first type is valid where the second type is expected. */
function isUsable(was: TypeNode, is: TypeNode): boolean {
  if (is.kind === Kind.NON_NULL_TYPE) {
    return was.kind === Kind.NON_NULL_TYPE && isUsable(was.type, is.type)
  }
  const known = was.kind === Kind.NON_NULL_TYPE ? was.type : was
  if (is.kind === Kind.LIST_TYPE) {
    return known.kind === Kind.LIST_TYPE && isUsable(known.type, is.type)
  }
  return print(known) === print(is)
}
