// Writes values as texts that are equal if they mean the same.
import { Kind, print, type NameNode, type ValueNode } from 'graphql'

/** The text of a value: strings in one form, and the fields of an input in one order. */
export function canonical(value: ValueNode): string {
  if (value.kind === Kind.LIST) return `[${value.values.map(canonical).join(', ')}]`
  if (value.kind === Kind.OBJECT) return `{${canonicalArguments(value.fields)}}`
  return value.kind === Kind.STRING ? JSON.stringify(value.value) : print(value)
}

/** The text of arguments in one order. */
export function canonicalArguments(
  given: readonly { name: NameNode; value: ValueNode }[] = [],
): string {
  return given
    .map(({ name, value }) => `${name.value}: ${canonical(value)}`)
    .toSorted()
    .join(', ')
}
