// `node bench/dashboard.ts`: the dashboard query a second, everything in one process, beside an earlier commit.
import { readFileSync } from 'node:fs'
import { compareWithEarlier } from './earlier.ts'

const document = new URL('../schema/operations/dashboard.graphql', import.meta.url)

const body = JSON.stringify({ query: readFileSync(document, 'utf8') })

await compareWithEarlier({
  name: 'dashboard',
  work: { of: 'router', method: 'POST', path: '/graphql', body: () => body },
})
