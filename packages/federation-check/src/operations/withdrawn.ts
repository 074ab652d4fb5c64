// Reports documents that are no longer sent, or no longer accepted.
import { print } from 'graphql'
import type { Finding } from '../finding.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'
import { tell } from './rules.ts'

/**
 * Documents that the base has and the head does not. A registered document is compared by its id,
 * because clients send only the id.
 */
export function checkWithdrawn(
  base: readonly KnownOperation[],
  head: readonly KnownOperation[],
): Finding[] {
  const known = new Set(head.map(keyOf))
  const ids = new Set(head.map(({ id }) => id))
  return base
    .filter((operation) => !known.has(keyOf(operation)))
    .map((operation) => withdrawn(operation, ids.has(operation.id)))
}

/** The key of a document, regardless of its formatting. */
function keyOf(operation: KnownOperation): string {
  const { id, document } = operation
  return id === undefined ? labelOf(operation) : `${id} ${print(document)}`
}

/** Reports one document. @param isReplaced true if the head has the id with another document */
function withdrawn(operation: KnownOperation, isReplaced: boolean): Finding {
  const { client, name, id, owner, file } = operation
  const where = { coordinate: `${client}/${name}`, detail: id?.slice(0, 12) }
  const label = labelOf(operation)
  if (id === undefined) return tell('operation-withdrawn', where, `${label} is removed.`)
  const contact = owner === undefined ? '' : `; ask ${owner} who still sends it`
  const what = isReplaced ? `runs another document for ${id}` : `no longer accepts ${id}`
  return {
    ...tell(
      'registered-document-withdrawn',
      { ...where, at: { file } },
      `${label}: the router ${what}${contact}.`,
    ),
    operation: { client, name, ...(owner !== undefined && { owner }) },
  }
}
