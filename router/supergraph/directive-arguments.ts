// Reads the arguments of the directives in a supergraph.
import { Kind, type ConstDirectiveNode, type ConstValueNode } from 'graphql'

/** The plain value of an argument; undefined when it is absent. */
export function argumentOf(
  { arguments: sent }: ConstDirectiveNode,
  name: string,
): ConstValueNode | undefined {
  return sent?.find((argument) => argument.name.value === name)?.value
}

export function textOf(directive: ConstDirectiveNode, name: string): string | undefined {
  const value = argumentOf(directive, name)
  return value?.kind === Kind.STRING ? value.value : undefined
}

export function booleanOf(directive: ConstDirectiveNode, name: string): boolean | undefined {
  const value = argumentOf(directive, name)
  return value?.kind === Kind.BOOLEAN ? value.value : undefined
}

/** The subgraph that a `@join__…` directive is about, by its name in `join__Graph`. */
export function graphOf(directive: ConstDirectiveNode): string {
  const value = argumentOf(directive, 'graph')
  return value?.kind === Kind.ENUM ? value.value : ''
}
