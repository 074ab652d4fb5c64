// What an edit of a subgraph's document is, and the parts that edits are made of.
import {
  Kind,
  parse,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql'

export type Draw = <T>(from: readonly T[]) => T

/** Coordinates of a field, and of a new one that is resolved as it is. */
export interface Copy {
  from: string
  to: string
}

/** Undefined where a document has nothing to edit. */
export type Edit = (draw: Draw, document: DocumentNode) => Edited | undefined

interface Edited {
  title: string
  from: object
  /** Undefined when it goes. */
  to?: object | undefined
  copy?: Copy
}

export const objectsIn = ({ definitions }: DocumentNode) =>
  definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)

type IsField = (field: FieldDefinitionNode) => boolean

/** One of the fields of a document. */
export function drawField(draw: Draw, document: DocumentNode, is: IsField = () => true) {
  const all = objectsIn(document).flatMap((type) =>
    (type.fields ?? []).filter(is).map((field) => ({ type, field })),
  )
  return all.length > 0 ? draw(all) : undefined
}

export const named = (name: string) => ({ kind: Kind.NAME, value: name }) as const
export const pathOf = (type: ObjectTypeDefinitionNode, field: FieldDefinitionNode) =>
  `${type.name.value}.${field.name.value}`

/** A directive as it is written. */
export function directive(text: string): ConstDirectiveNode {
  const [node] = parse(`type A ${text} { a: Int }`, { noLocation: true }).definitions
  return (node as ObjectTypeDefinitionNode).directives![0]!
}

/** What may be null must not be, and the other way round. */
export function nullable(type: TypeNode): TypeNode {
  if (type.kind === Kind.NON_NULL_TYPE) return type.type
  return { kind: Kind.NON_NULL_TYPE, type }
}
