// Every definition of a document, with its path: `Query.quests.first`, `@slow.ms`.
import {
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql'
import { memoized } from '../memo.ts'
import { typesIn } from './sdl.ts'

/** A type, field, argument, enum value, input field or directive. */
type DefinitionNode =
  | TypeDefinitionNode
  | DirectiveDefinitionNode
  | FieldDefinitionNode
  | InputValueDefinitionNode
  | EnumValueDefinitionNode

export interface Definition {
  /** The path: its name after the names of its parents. */
  path: string
  node: DefinitionNode
  described: boolean
  inaccessible: boolean
}

/** The definitions in document order. Members of an extension are listed, but not the extension itself. */
export const definitionsIn = memoized((document: DocumentNode): readonly Definition[] =>
  document.definitions.flatMap(definitionsOf),
)

/** The paths of all definitions and extensions of a document, and `schema`. */
export const coordinatesIn = memoized((document: DocumentNode): ReadonlySet<string> => {
  const defined = definitionsIn(document).map(({ path }) => path)
  return new Set(['schema', ...typesIn(document).keys(), ...defined])
})

function definitionsOf(node: DocumentNode['definitions'][number]): Definition[] {
  if (isTypeExtensionNode(node)) return membersOf(node, node.name.value)
  if (isTypeDefinitionNode(node)) return definitionOf(node, node.name.value)
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return definitionOf(node, `@${node.name.value}`)
  return []
}

function definitionOf(node: DefinitionNode, path: string): Definition[] {
  const directives = 'directives' in node ? (node.directives ?? []) : []
  const definition = {
    path,
    node,
    described: node.description !== undefined && node.description.value.trim() !== '',
    inaccessible: directives.some(({ name }) => name.value === 'inaccessible'),
  }
  return [definition, ...membersOf(node, path)]
}

/** The members of a definition: fields, arguments, values. */
function membersOf(node: DefinitionNode | TypeExtensionNode, path: string): Definition[] {
  const fields = 'fields' in node ? (node.fields ?? []) : []
  const taken = 'arguments' in node ? (node.arguments ?? []) : []
  const values = 'values' in node ? (node.values ?? []) : []
  return [...fields, ...taken, ...values].flatMap((member) =>
    definitionOf(member, `${path}.${member.name.value}`),
  )
}
