// One service's part in the tests of the whole system.
import type { Row } from '../contract/row.ts'
import type { Table } from '../personal-data/columns.ts'
import type { NodeItem } from './node-item.ts'
import type { TestSystem } from './system.ts'

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
