// Names of fields in the merged data: the same whatever aliases a client chooses.
import {
  Kind,
  OperationTypeNode,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql'
import { responseName, rootFields } from '#foundation/limits/root-fields.ts'

/** Returns the client's name for a key; undefined for a field that the client does not select. */
export type NameOf = (key: string, isRoot: boolean) => string | undefined

/** The names of one operation in the merged data. */
export interface ResponseNames {
  /** The document to plan, with these names instead of the client's. */
  document: DocumentNode
  /** The key of a field of the client's document. */
  keyOf: (field: FieldNode) => string
  nameOf: NameOf
}

/**
 * Gives each field a name that does not depend on the client's alias: that of the schema, with a
 * number where several fields share it. So an alias such as `{ id: title }` is never taken for a
 * key or a required field, fields with different arguments never share a name, and most operations
 * that differ only in aliases share a plan. Root fields of mutations keep their names, because
 * services store idempotency keys under them.
 * @param reserved the names that plans use themselves
 */
export function responseNames(client: DocumentNode, reserved: ReadonlySet<string>): ResponseNames {
  const roots = new Set(rootFields(client, undefined))
  const keys = chooseKeys(client, roots, reserved)
  const [atRoot, below] = [namesByKey(keys, roots, true), namesByKey(keys, roots, false)]
  // Operations keep these functions, and with them everything that the functions refer to.
  return {
    document: visit(client, {
      Field: { enter: (field) => withKey(field, keys.get(field)) },
      SelectionSet: { leave: withoutEmptySet },
    }),
    keyOf: (field) => keys.get(field)!,
    nameOf: (key, isRoot) => (isRoot ? atRoot : below).get(key),
  }
}

function chooseKeys(
  client: DocumentNode,
  roots: ReadonlySet<FieldNode>,
  reserved: ReadonlySet<string>,
): Map<FieldNode, string> {
  const fields = fieldsOf(client)
  const suffix = unusedSuffix([...reserved, ...fields.map(({ name }) => name.value)])
  const numbers = new FieldNumbers(reserved)
  const kept = isMutation(client) ? roots : new Set()
  const keyFor = (field: FieldNode) => {
    if (kept.has(field) && !isSpecial(responseName(field))) return responseName(field)
    const number = numbers.of(field)
    return number === 0 ? field.name.value : `${field.name.value}${suffix}${number}`
  }
  return new Map(fields.map((field) => [field, keyFor(field)]))
}

/** Maps keys to the client's names, either of the root fields or of all others. */
function namesByKey(
  keys: ReadonlyMap<FieldNode, string>,
  roots: ReadonlySet<FieldNode>,
  isRoot: boolean,
): Map<string, string> {
  const ofKind = [...keys].filter(([field]) => roots.has(field) === isRoot)
  return new Map(ofKind.map(([field, key]) => [key, responseName(field)]))
}

function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (node) =>
      node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
  )
}

/** True for names that every object has, and those of introspection. */
function isSpecial(name: string): boolean {
  return name.startsWith('__') || name in Object.prototype
}

/** Numbers the fields of one name: by their arguments, then by the client's names for them. */
class FieldNumbers {
  readonly #byText = new Map<string, number>()
  readonly #counts = new Map<string, number>()
  readonly #reserved: ReadonlySet<string>

  constructor(reserved: ReadonlySet<string>) {
    this.#reserved = reserved
  }

  of(field: FieldNode): number {
    const { name, arguments: sent = [] } = field
    if (name.value === '__typename') return 0
    const text = `${print({ kind: Kind.FIELD, name, arguments: sent })} ${responseName(field)}`
    return this.#byText.getOrInsertComputed(text, () => {
      const isTaken = sent.length > 0 && this.#reserved.has(name.value)
      const first = Number(isTaken || name.value in Object.prototype)
      const number = this.#counts.get(name.value) ?? first
      this.#counts.set(name.value, number + 1)
      return number
    })
  }
}

function withKey(field: FieldNode, key: string | undefined): FieldNode | undefined {
  if (key === undefined || (!field.alias && field.name.value === key)) return undefined
  const { alias: _alias, ...plain } = field
  return key === field.name.value ? plain : { ...plain, alias: { kind: Kind.NAME, value: key } }
}

/** Adds `__typename` where conditions have left a selection set empty. */
function withoutEmptySet(set: SelectionSetNode): SelectionSetNode | undefined {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const
  return set.selections.length === 0 ? { ...set, selections: [typename] } : undefined
}

function fieldsOf(document: DocumentNode): FieldNode[] {
  const fields: FieldNode[] = []
  visit(document, { Field: (field) => void fields.push(field) })
  return fields
}

function unusedSuffix(names: readonly string[]): string {
  let suffix = '_'
  while (names.some((name) => name.includes(suffix))) suffix += '_'
  return suffix
}
