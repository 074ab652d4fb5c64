// Names for fields in the merged data, where a client's alias would be taken for another field.
import { Kind, visit, type DocumentNode, type FieldNode } from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'

export type NameOf = (key: string) => string | undefined

/** The names of one operation in the merged data. */
export interface ResponseNames {
  /** The document to plan, with its fields renamed where needed. */
  document: DocumentNode
  /** The key of a field of the client's document. */
  keyOf: (field: FieldNode) => string
  /** The client's name of a key; undefined when the client uses it for another field. */
  nameOf: NameOf
}

/**
 * Renames each field whose alias is the name of a key or of a required field, as in
 * `{ id: title }`: subgraphs are sent what stands under these names. Names like `__proto__`, which
 * every object has, are renamed as well.
 * @param reserved the names that plans use themselves
 */
export function responseNames(client: DocumentNode, reserved: ReadonlySet<string>): ResponseNames {
  const document = withoutEmptySets(client)
  const clashes = (field: FieldNode) => {
    const name = responseName(field)
    return name in Object.prototype || (reserved.has(name) && name !== field.name.value)
  }
  const fields = fieldsOf(document)
  if (!fields.some(clashes)) return { document, keyOf: responseName, nameOf: (key) => key }
  const suffix = unusedSuffix(fields.map(responseName))
  const keyOf = (field: FieldNode) => responseName(field) + (clashes(field) ? suffix : '')
  return {
    document: visit(document, { Field: { leave: (field) => renamed(field, keyOf(field)) } }),
    keyOf,
    nameOf: clientNames(fields, clashes, suffix),
  }
}

function renamed(field: FieldNode, key: string): FieldNode | undefined {
  if (responseName(field) === key) return undefined
  return { ...field, alias: { kind: Kind.NAME, value: key } }
}

function clientNames(
  fields: readonly FieldNode[],
  clashes: (field: FieldNode) => boolean,
  suffix: string,
): NameOf {
  const own = new Set(fields.filter((field) => !clashes(field)).map(responseName))
  const taken = new Set(fields.filter(clashes).map(responseName))
  return (key) => {
    if (key.endsWith(suffix)) return key.slice(0, -suffix.length)
    return taken.has(key) && !own.has(key) ? undefined : key
  }
}

/** A selection set that a condition has left empty. */
function withoutEmptySets(document: DocumentNode): DocumentNode {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const
  return visit(document, {
    SelectionSet: {
      leave: (set) =>
        set.selections.length === 0 ? { ...set, selections: [typename] } : undefined,
    },
  })
}

function fieldsOf(document: DocumentNode): FieldNode[] {
  const fields: FieldNode[] = []
  visit(document, { Field: (field) => void fields.push(field) })
  return fields
}

function unusedSuffix(names: readonly string[]): string {
  let suffix = '_'
  while (names.some((name) => name.endsWith(suffix))) suffix += '_'
  return suffix
}
