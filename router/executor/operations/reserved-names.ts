// The field names that plans select for themselves: those of keys, requirements and contexts.
import { Kind, visit, type DocumentNode } from 'graphql'

const FIELD_SETS = new Set(['key', 'requires', 'selection'])

/** Every name in a field set of a supergraph, and `__typename`. */
export function reservedNames(supergraph: DocumentNode): ReadonlySet<string> {
  const names = new Set(['__typename'])
  const addNames = ({ name, value }: { name: { value: string }; value: { kind: Kind } }) => {
    if (!FIELD_SETS.has(name.value) || value.kind !== Kind.STRING) return
    const text = (value as unknown as { value: string }).value
    for (const [word] of text.matchAll(/\w+/g)) names.add(word)
  }
  visit(supergraph, { Argument: addNames, ObjectField: addNames })
  return names
}
