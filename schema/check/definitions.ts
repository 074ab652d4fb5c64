// Everything that a document defines, one by one, with its path: `Query.quests.first`, `@slow.ms`.
import {
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  visit,
  type ASTNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql'

/** A type, field, argument, enum value, input field or directive. */
export type DefinitionNode =
  | TypeDefinitionNode
  | DirectiveDefinitionNode
  | FieldDefinitionNode
  | InputValueDefinitionNode
  | EnumValueDefinitionNode

export interface Definition {
  /** Its name behind those of what it stands in. */
  path: string
  node: DefinitionNode
  described: boolean
  inaccessible: boolean
}

/** In the order of the document. An extension has members, and is no definition of its own. */
export function definitionsIn(document: DocumentNode): Definition[] {
  const names: string[] = []
  const found: Definition[] = []
  visit(document, {
    enter(node) {
      if (!isNamed(node)) return
      names.push(`${node.kind === Kind.DIRECTIVE_DEFINITION ? '@' : ''}${node.name.value}`)
      if (isTypeExtensionNode(node)) return
      const directives = 'directives' in node ? (node.directives ?? []) : []
      found.push({
        path: names.join('.'),
        node,
        described: node.description !== undefined && node.description.value.trim() !== '',
        inaccessible: directives.some(({ name }) => name.value === 'inaccessible'),
      })
    },
    leave(node) {
      if (isNamed(node)) names.pop()
    },
  })
  return found
}

const MEMBERS = new Set<string>([
  Kind.DIRECTIVE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
])

function isNamed(node: ASTNode): node is DefinitionNode {
  return isTypeDefinitionNode(node) || isTypeExtensionNode(node) || MEMBERS.has(node.kind)
}
