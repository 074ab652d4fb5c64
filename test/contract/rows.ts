// Every row of the contract.
import { TESTED_SERVICES } from '../services.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { administrationRows } from './administration.ts'
import { eventsRow } from './events.ts'
import { findingRows } from './finding.ts'
import type { Row } from './row.ts'

export const rows: Row[] = [
  ...administrationRows,
  ...findingRows,
  ...Object.values(TESTED_SERVICES).flatMap((service) => service.rows),
  // Last, so that there are events of all that the other rows did.
  ...subgraphs.filter(({ events }) => events).map(({ name }) => eventsRow(name)),
]
