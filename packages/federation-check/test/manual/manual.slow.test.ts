// The manuals have their tables from the rules, the corpus and the command; `vitest run manual -u` writes them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ChangeType } from '@graphql-inspector/core'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { inspect } from '../corpus/inspector.ts'
import {
  clientDirectivesTable,
  compareAll,
  comparisonCounts,
  librariesTable,
  packageRules,
  printed,
  settingsTable,
  withPackage,
} from './manual.ts'
import { CHAPTERS, pairsOf } from '../corpus/pair.ts'

test('the manuals have every rule, setting and option, and how often graphql-inspector differs', async () => {
  await expectParts('rules.md', packageRules())
  await expectParts('docs/guards.md', { libraries: librariesTable() })
  await expectParts('docs/reference.md', {
    help: printed('--help'),
    settings: settingsTable(),
    'client directives': clientDirectivesTable(),
  })
  await expectParts('README.md', {
    example: printed('--base', 'before'),
    comparison: comparisonCounts(await compareAll()),
  })
})

const PACKAGE = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Parameters<typeof withPackage>[1]

test('a manual under another name uses it in every command and import', () => {
  const lines = ['npx one --base a', "import { x } from '@a/one'", 'cp node_modules/one/example b']
  const text = [...lines, 'npx --yes one@0.1.0', '| version   | 0.1.0 | 2 |', './one'].join('\n')
  const named = withPackage(text, { name: '@b/two', version: '1.2.3' })
  expect(named.split('\n')).toEqual([
    'npx @b/two --base a',
    "import { x } from '@b/two'",
    'cp node_modules/@b/two/example b',
    'npx --yes @b/two@1.2.3',
    '| version   | 1.2.3 | 2 |',
    './one',
  ])
})

/** Expects a manual to have these texts, formatted like every other file. */
async function expectParts(name: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const file = fileURLToPath(new URL(`../../${name}`, import.meta.url))
  const given = readFileSync(file, 'utf8')
  const text = Object.entries(parts).reduce(withPart, withPackage(given, PACKAGE))
  const options = await resolveConfig(file)
  await expect(await format(text, { ...options, filepath: file })).toMatchFileSnapshot(file)
}

/** Kinds that graphql-inspector has a name for and never finds. */
const NEVER = ['DIRECTIVE_USAGE_FIELD_ADDED', 'DIRECTIVE_USAGE_FIELD_REMOVED']

test('the corpus has every kind of change that graphql-inspector knows', async () => {
  const found = new Set<string>()
  for (const pair of CHAPTERS.flatMap(pairsOf)) {
    const { api = [], sdl = [] } = await inspect(pair)
    for (const { type } of [...api, ...sdl]) found.add(type)
  }
  const missing = Object.values(ChangeType).filter((type) => !found.has(type))
  expect(missing.toSorted()).toEqual(NEVER)
})

/** Puts a text between `<!-- name -->` and `<!-- /name -->`. */
function withPart(text: string, [name, part]: [string, string]): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`The manual has no ${start} … ${end}.`)
  return `${before}${start}\n\n${part}\n\n${end}${after}`
}
