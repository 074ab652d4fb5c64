// docs/coverage.md says which rule finds what other tools find: rules that exist, and every kind.
import { readFileSync } from 'node:fs'
import { ChangeType } from '@graphql-inspector/core'
import { expect, test } from 'vitest'
import { ruleOf } from '../../src/api/inspector-changes.ts'
import { rulesOf } from '../../src/rules.ts'

const text = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8')

/** Of one table: each check of the other tool, our rules that find it, and the note. */
function rowsOf(name: string) {
  const [, table = ''] = text.split(new RegExp(`<!-- /?${name} -->`))
  const rows = table.split('\n').filter((line) => /^\| [`–]/.test(line))
  return rows.flatMap((row) => {
    const [, ours = '', ...cells] = row.split('|').map((cell) => cell.trim())
    const note = cells.at(-2)!
    const checks = cells.slice(0, -2).flatMap(namesIn)
    return checks.map((check) => ({ check, rules: namesIn(ours), note }))
  })
}

const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

/** How many checks oasdiff has at the commit that the table names. */
const CHECKS_OF_OASDIFF = 273

test('the table has each check of oasdiff once', () => {
  const checks = new Set(rowsOf('oasdiff').map(({ check }) => check))
  expect(checks.size).toBe(CHECKS_OF_OASDIFF)
  expect(rowsOf('oasdiff')).toHaveLength(CHECKS_OF_OASDIFF)
  expect(text).toMatch(/oasdiff\) at commit `[0-9a-f]{40}`/)
})

test('every rule that a table names exists', () => {
  const known = rulesOf([])
  const named = [...rowsOf('oasdiff'), ...rowsOf('graphql-inspector')].flatMap(({ rules }) => rules)
  expect(named.filter((rule) => !known.has(rule))).toEqual([])
})

test('what no rule finds has a reason', () => {
  const rows = [...rowsOf('oasdiff'), ...rowsOf('graphql-inspector')]
  expect(rows.filter(({ rules, note }) => rules.length === 0 && note === '')).toEqual([])
})

test('the table has every kind of change of the graphql-inspector that is installed', () => {
  const kinds = rowsOf('graphql-inspector').map(({ check }) => check)
  expect(kinds.toSorted()).toEqual(Object.values<string>(ChangeType).toSorted())
})

test('the table names the rules that the check gives to a kind', () => {
  const seen = rowsOf('graphql-inspector').filter(
    ({ check }) => !check.startsWith('DIRECTIVE_USAGE'),
  )
  for (const { check, rules } of seen) {
    const given = ['BREAKING', 'DANGEROUS'].map((level) => ruleOf(check, level, ''))
    expect(rules, check).toEqual(expect.arrayContaining(given))
  }
})
