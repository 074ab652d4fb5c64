// docs/operations/settings.md has every setting, with the default and the meaning that the code declares.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingLines } from '../../subgraphs/settings.ts'

const PROJECT = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, PROJECT), 'utf8')

test('the manual has every setting of this version, and no other', () => {
  const lines = read('docs/operations/settings.md').match(/^- `[A-Z<][^`]*`(?: \(.*?\))?: .*/gm)!
  const withoutLinks = lines.map((line) => line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
  expect(withoutLinks.sort()).toEqual(settingLines().sort())
})

test('no declaration is missing where programs check all settings', () => {
  const sources = globSync('{foundation,router,subgraphs}/**/*.ts', { cwd: PROJECT }).map(read)
  const declared = sources.flatMap((source) => [
    ...source.matchAll(/^export const (\w+) = defineSettings\(/gm),
  ])
  const named = [read('subgraphs/settings.ts'), ...globSync('subgraphs/*/service.ts').map(read)]
  const missing = declared.filter(([, name]) => !named.some((source) => source.includes(name!)))
  expect(declared.length).toBeGreaterThan(10)
  expect(missing.map(([, name]) => name)).toEqual([])
})
