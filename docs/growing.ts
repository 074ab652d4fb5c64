// `npm run growing` writes the tables of docs/growing.md; a test fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { constructsTable } from './constructs/table.ts'
import { growthTable, statementsTable, wallsTable } from './growth/tables.ts'

const PAGE = new URL('growing.md', import.meta.url)

/** By the name in the comments around each. */
const TABLES: Readonly<Record<string, () => string>> = {
  growth: growthTable,
  statements: statementsTable,
  walls: wallsTable,
  constructs: constructsTable,
}

/** The page as it is, and as it should be. */
export function readGrowing(): { text: string; fresh: string } {
  const text = readFileSync(PAGE, 'utf8')
  let fresh = text
  for (const [name, table] of Object.entries(TABLES)) {
    const begin = `<!-- ${name}: written by npm run growing -->`
    const end = `<!-- /${name} -->`
    const [before, rest] = fresh.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined) throw new Error(`docs/growing.md: ${begin} or ${end} is missing.`)
    fresh = `${before}${begin}\n\n${table()}\n\n${end}${after}`
  }
  return { text, fresh }
}

if (import.meta.main) writeFileSync(PAGE, readGrowing().fresh)
