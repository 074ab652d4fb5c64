// Writes block strings as plain strings with the same value.
import { visit, type DocumentNode, type StringValueNode } from 'graphql'

/**
 * Hive's planner misreads escapes only in plain strings, so `native-planner.ts` can correct all of
 * them when there are no block strings.
 */
export function withPlainStrings(document: DocumentNode): DocumentNode {
  return visit(document, { StringValue: plainString })
}

/** Converts one string, as a visitor of graphql-js; undefined for a string that is already plain. */
export function plainString(node: StringValueNode): StringValueNode | undefined {
  return node.block ? { ...node, block: false } : undefined
}
