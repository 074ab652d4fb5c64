// What the tests of the whole system know of one service.
import type { Row } from '../contract/row.ts'
import type { Table } from '../personal-data/columns.ts'
import type { NodeItem } from './node-item.ts'
import type { TestSystem } from './system.ts'

export interface TestedService {
  /** Its part of the contract. */
  rows: readonly Row[]
  /** What happens to each column when a person leaves, by table. */
  columns: Readonly<Record<string, Table>>
  /** Adds objects with ids that nobody has to do anything for, and says who may see them. */
  addNodes?: (system: TestSystem) => Promise<NodeItem[]>
}
