// One service's part in the tests of the whole system.
import type { Row } from '../contract/row.ts'
import type { Table } from '../personal-data/columns.ts'
import type { TestSystem } from './system.ts'

/** Ada owns what is private; Grace is the steward of what Ada asks to join; Alan is an administrator. */
export const READERS = ['ada', 'grace', 'alan', 'nobody'] as const
export type Reader = (typeof READERS)[number]

/** An object with an id. */
export interface NodeItem {
  type: string
  id: string
  /** Everybody by default. */
  seenBy?: readonly Reader[]
  /** A required scope besides `identity`. */
  scope?: string
}

export interface TestedService {
  /** Its rows of the contract. */
  rows: readonly Row[]
  /** What happens to each column when a person leaves, by table. */
  columns: Readonly<Record<string, Table>>
  /** The migration that last wrote the triggers of its events, and the hash of what it wrote. */
  triggers?: { migration: string; hash: string }
  /** Adds objects with ids as rows, and returns who may see them. */
  addNodes?: (system: TestSystem) => Promise<NodeItem[]>
}
