// Names operations of services and of peers in traces: by words of the schema and of the code, never by text of a
// caller.
import { Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import { rememberedByText } from '#foundation/telemetry/remembered-by-text.ts'
import type { RequestedOperation } from '#foundation/telemetry/steps.ts'

/** The maximum number of root fields in a name; a document has at most fifteen aliases of each. */
const MAX_FIELDS = 3

/** How much of a hash identifies a document. */
const HASH_LENGTH = 16

/** The name of an operation of a client: its registered name, or else the beginning of the hash of its document. */
export function requestedName({ registeredName, hash }: RequestedOperation): string {
  return registeredName ?? hash.slice(0, HASH_LENGTH)
}

const names = new WeakMap<OperationDefinitionNode, string>()

/** The type of a valid operation and its root fields, such as `query me, quests`, without those of named fragments. */
export function operationName(operation: OperationDefinitionNode): string {
  return names.getOrInsertComputed(operation, nameOf)
}

function nameOf({ operation: type, selectionSet }: OperationDefinitionNode): string {
  const fields = [...new Set(fieldsOf(selectionSet))]
  const more = fields.length > MAX_FIELDS ? ', …' : ''
  return `${type} ${fields.slice(0, MAX_FIELDS).join(', ')}${more}`.trim()
}

function fieldsOf({ selections }: SelectionSetNode): string[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node.name.value]
    return node.kind === Kind.INLINE_FRAGMENT ? fieldsOf(node.selectionSet) : []
  })
}

const DOCUMENT = /^\s*(?:(?:query|mutation)\s*(\w+)?[^{]*)?\{\s*(\w+)/

/** The name of an operation that the code sends to a peer, or else its first field. */
export const peerOperationName = rememberedByText((source) => {
  const [, name, field = 'unknown'] = DOCUMENT.exec(source) ?? []
  return name ?? field
})
