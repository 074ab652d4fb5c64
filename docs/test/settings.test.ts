// docs/operations/settings.md has every setting, with the default and the meaning that the code declares.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingLines } from '../../subgraphs/settings.ts'

test('the manual has every setting of this version, and no other', () => {
  const manual = readFileSync(new URL('../operations/settings.md', import.meta.url), 'utf8')
  const lines = manual.match(/^- `[A-Z<][^`]*`(?: \(.*?\))?: .*/gm)!
  const withoutLinks = lines.map((line) => line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
  expect(withoutLinks.sort()).toEqual(settingLines().sort())
})
