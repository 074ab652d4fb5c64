// Every row of the contract.
import { TESTED_SERVICES } from '../services.ts'
import { administrationRows } from './administration.ts'
import { findingRows } from './finding.ts'
import type { Row } from './row.ts'

export const rows: Row[] = [
  ...administrationRows,
  ...findingRows,
  ...Object.values(TESTED_SERVICES).flatMap((service) => service.rows),
]
