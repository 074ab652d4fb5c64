// The dashboard query as the benchmarks send it.
import { readFileSync } from 'node:fs'
import type { Work } from './system.ts'

const file = new URL('../schema/operations/dashboard.graphql', import.meta.url)

export const DASHBOARD_QUERY = readFileSync(file, 'utf8')

export const DASHBOARD: Work = {
  of: 'router',
  method: 'POST',
  path: '/graphql',
  body: () => JSON.stringify({ query: DASHBOARD_QUERY }),
}
