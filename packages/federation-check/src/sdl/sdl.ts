// Reads SDL for the rules: types with their extensions merged, and directive arguments.
import {
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  parse,
  Source,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type Location,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  type TypeNode,
} from 'graphql'
import { memoized } from '../memo.ts'
import type { Text } from '../sources/files.ts'
import { checkBrackets } from '../sources/nesting.ts'

export interface SubgraphDocument {
  name: string
  /** True for SDL of Federation 1, which has no link to the federation specification. */
  unlinked?: true
  /** True if extracted from a supergraph, which does not contain everything that was written. */
  extracted?: true
  /** The document as written. Every node knows its file and line. */
  written: DocumentNode
  /** The document with the federation's names: `@key`, `Query`, even if renamed here. */
  document: DocumentNode
}

/** A type of a subgraph, with its definition and extensions merged. */
export interface TypeEntry {
  name: string
  node: TypeDefinitionNode | TypeExtensionNode
  directives: readonly ConstDirectiveNode[]
  /** The definition and the extensions, in the order of the document. */
  parts: readonly (TypeDefinitionNode | TypeExtensionNode)[]
  /** The fields of an object, interface or input. */
  fields: ReadonlyMap<string, FieldNode>
}

export type FieldNode = FieldDefinitionNode | InputValueDefinitionNode

/** Parses a file. @throws GraphQLError for a syntax error, with the file's name, UsageError for too many levels */
export function parseText({ file, text }: Text): DocumentNode {
  checkBrackets({ file, text })
  const document = parse(new Source(text, file))
  dropTokens(document)
  return document
}

/** Drops the tokens, which use more memory than everything else. Positions of names are kept. */
function dropTokens(node: { loc?: object | undefined }): void {
  for (const name of Object.keys(node) as (keyof typeof node)[]) {
    const value = node[name]
    if (typeof value !== 'object' || value === null) continue
    if (name !== 'loc') dropTokens(value)
    else {
      const { start, end, source } = value as Location
      node.loc = 'name' in node ? { start, end, source } : undefined
    }
  }
}

/** A copy that can be sent to a thread. It has no tokens, because they form a chain that is too long to copy. */
export function sendable<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return unlessSame(value, value.map(sendable)) as T
  const parts = Object.entries(value).map(([name, part]: [string, unknown]) =>
    name === 'loc' ? withoutTokens(part as Location | undefined) : sendable(part),
  )
  if (unlessSame(Object.values(value), parts) !== parts) return value
  return Object.fromEntries(Object.keys(value).map((name, at) => [name, parts[at]])) as T
}

/** Returns the old list when nothing has changed, to save memory. */
function unlessSame(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((part, at) => part === before[at]) ? before : after
}

function withoutTokens(loc: Location | undefined): object | undefined {
  if (!loc || !('startToken' in loc)) return loc
  const { start, end, source } = loc
  return { start, end, source }
}

/** The types of a document by name, in order of first appearance. */
export const typesIn = memoized((document: DocumentNode): ReadonlyMap<string, TypeEntry> => {
  const types = new Map<string, TypeEntry>()
  for (const node of document.definitions) {
    if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) continue
    const known = types.get(node.name.value)
    const fields = 'fields' in node ? (node.fields ?? []) : []
    types.set(node.name.value, {
      name: node.name.value,
      node: known && isTypeExtensionNode(node) ? known.node : node,
      directives: [...(known?.directives ?? []), ...(node.directives ?? [])],
      parts: [...(known?.parts ?? []), node],
      fields: new Map([
        ...(known?.fields ?? []),
        ...fields.map((field) => [field.name.value, field] as const),
      ]),
    })
  }
  return types
})

/** The directives of one name on a node. */
export function directivesNamed(
  { directives }: { directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): ConstDirectiveNode[] {
  return (directives ?? []).filter((directive) => directive.name.value === name)
}

/** True for an object type, the only kind with resolved fields. */
export function isObject({ node }: TypeEntry): boolean {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION
}

/** A directive's argument as a plain value; undefined when absent. */
export function argumentOf({ arguments: given }: DirectiveNode, name: string): unknown {
  const found = given?.find((argument) => argument.name.value === name)
  return found && valueFromASTUntyped(found.value)
}

/** A value as a list: GraphQL accepts a single value for a list. */
export function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** A directive's argument as a string; empty when absent. */
export function textOf(directive: DirectiveNode, name: string): string {
  const value = argumentOf(directive, name)
  return typeof value === 'string' ? value : ''
}

/** The name inside all lists and non-nulls. */
export function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}
