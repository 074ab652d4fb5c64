// Block strings as plain strings: the same value in another spelling.
import { visit, type DocumentNode, type StringValueNode } from 'graphql'

/** Hive's planner misreads escapes in plain strings alone, so `native-planner.ts` can correct all of them. */
export function withPlainStrings(document: DocumentNode): DocumentNode {
  return visit(document, { StringValue: plainString })
}

/** A visitor. */
export function plainString(node: StringValueNode): StringValueNode | undefined {
  return node.block ? { ...node, block: false } : undefined
}
