// The dashboard query as the benchmarks send it.
import { readFileSync } from 'node:fs'
import type { Work } from './system.ts'

const file = new URL('../../schema/operations/dashboard.graphql', import.meta.url)

export const DASHBOARD_QUERY = readFileSync(file, 'utf8')

export const DASHBOARD: Work = {
  of: 'router',
  method: 'POST',
  path: '/graphql',
  body: () => JSON.stringify({ query: DASHBOARD_QUERY }),
}

/** As a client sends it that writes values into its documents: each is another one. */
export const NEW_DASHBOARD: Work = {
  ...DASHBOARD,
  body: () => JSON.stringify({ query: withLiterals(DASHBOARD_QUERY) }),
}

function withLiterals(query: string): string {
  const inPlace = query.replace('($first: Int = 5)', '').replaceAll('$first', '5')
  return inPlace.replace(/\}\s*$/, 'scroll(id: "FRESH") { title } }')
}
