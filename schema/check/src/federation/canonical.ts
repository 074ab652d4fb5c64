// Values as texts that are equal if they mean the same.
import { Kind, print, type NameNode, type ValueNode } from 'graphql'

/** Strings however they are quoted, and the fields of an input in any order. */
export function canonical(value: ValueNode): string {
  if (value.kind === Kind.LIST) return `[${value.values.map(canonical).join(', ')}]`
  if (value.kind === Kind.OBJECT) return `{${canonicalArguments(value.fields)}}`
  return value.kind === Kind.STRING ? JSON.stringify(value.value) : print(value)
}

/** Arguments in any order. */
export function canonicalArguments(
  given: readonly { name: NameNode; value: ValueNode }[] = [],
): string {
  return given
    .map(({ name, value }) => `${name.value}: ${canonical(value)}`)
    .toSorted()
    .join(', ')
}
