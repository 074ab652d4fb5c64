// YAML as it is read and written: what is refused, at which line, and that texts survive the way.
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContentLists } from '#foundation/content/export.ts'
import { yamlText } from '../export.ts'
import { readYaml, YamlError } from '../yaml.ts'

/** Its issues, as lines. */
function issuesOf(text: string): string[] {
  try {
    readYaml(text)
    return []
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return error.issues.map(({ line, reason }) => `${line}: ${reason}`)
  }
}

describe('a text is refused', () => {
  test.each([
    ['with an anchor and an alias', 'a: &x 1\nb: *x', 'anchors and aliases are not supported'],
    ['with an alias of what is not there', 'a: 1\nb: *x', 'anchors and aliases are not supported'],
    ['that would grow a billion times', laughs(9), 'anchors and aliases are not supported'],
    ['with a tag', 'a: !!binary YQ==', 'the tag tag:yaml.org,2002:binary is not supported'],
    ['with a tag of its own', 'a: !x 1', '1: tags are not supported'],
    ['with a key that stands twice', 'a: 1\nb:\n  c: 1\n  c: 2', '4: c is duplicated'],
    ['with a second document', 'a: 1\n---\nb: 1', '2: a file must contain one document'],
    ['with a key that is no text', '? [a]\n: 1', 'the name of a field must be a text'],
    ['that ends in the middle', 'a: [1', '1: a closing ] is missing'],
    ['with a tab for an indent', 'a:\n\tb: 1', '2: indent with spaces, not tabs'],
    ['nested too deeply', '['.repeat(100_000), '1: the file is nested too deeply'],
    ['nested too deeply by indents', nested(2_000), '1: the file is nested too deeply'],
  ])('%s', (_name, text, reason) => {
    expect(issuesOf(text).join('\n')).toContain(reason)
  })

  const LAYOUT = 'cannot be read: each field is `name: value`'
  test.each([
    [
      'a colon in a text',
      'a:\n  title: One: a story',
      '2: put the text in quotes: it contains a colon',
    ],
    ['a colon at its end', 'title: One:', '1: put the text in quotes: it contains a colon'],
    ['a field further right', 'a:\n  - key: a\n    b: c\n     d: e', `3: ${LAYOUT}`],
    ['a field further left', 'a:\n  - key: a\n   b: c\n    d: e', `3: ${LAYOUT}`],
    ['a name without a colon', 'a:\n  title One\n  b: c', `2: ${LAYOUT}`],
    ['a reserved character', 'a: @ada', '1: put the text in quotes: it begins with @'],
    ['a quote in quotes', "a: 'it's'", '1: put the whole text in double quotes'],
    ['a quote that stays open', 'a: "b\nc: d', '2: the closing quote is missing'],
  ])('in words that say what to do, once a line: %s', (_name, text, reason) => {
    expect(issuesOf(text)).toEqual([expect.stringContaining(reason)])
  })
})

function laughs(levels: number): string {
  const lines = ['a0: &a0 [ha]']
  for (let level = 1; level <= levels; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  }
  return lines.join('\n')
}

function nested(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
}

test('a merge key is a key like any other', () => {
  expect(readYaml('<<: 1').value).toEqual({ '<<': 1 })
})

test('words that other versions of YAML take for something else are texts', () => {
  const { value } = readYaml('[no, on, 2026-01-01, 1_000, 0777, 12:30]')
  expect(value).toEqual(['no', 'on', '2026-01-01', '1_000', 777, '12:30'])
})

test('a part has the line of its key, and a missing part the line of its parent', () => {
  const { lineOf } = readYaml(
    '# comment\nquests:\n  - key: a\n    title: >-\n      long\n  - key: b\n',
  )
  const lines = [
    [],
    ['quests'],
    ['quests', 0],
    ['quests', 0, 'title'],
    ['quests', 1, 'key'],
    ['quests', 1, 'title'],
    ['quests', 7, 'title'],
    ['courses'],
  ].map(lineOf)
  expect(lines).toEqual([2, 2, 3, 4, 6, 6, 2, 2])
})

test('Markdown is written line by line', () => {
  const starter = readFileSync(new URL('../starter/learn.yaml', import.meta.url), 'utf8')
  const { value } = readYaml(starter)
  const written = yamlText(value as ContentLists)
  for (const line of starter.split('\n').filter((one) => /^ {10}\S/.test(one))) {
    expect(written.split('\n')).toContain(line)
  }
  expect(written).toContain(
    '          100 xp more than the one before.\n\n          - A *daily* quest',
  )
})

test('whatever an item holds is read as it was written', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary', maxLength: 300 }).filter((one) => one.isWellFormed()),
    fc.stringMatching(/^[ \t\n\r:#'"\\|>&*!%@`,[\]{}?~0-9a-c-]{0,200}$/),
    fc.constantFrom(
      'true',
      'null',
      '~',
      '1e3',
      '0x1F',
      '.nan',
      '<<',
      '- a',
      ' x ',
      'x\n',
      '\nx',
      '\ufeffx',
      ' \n',
      ' \t\n\nx',
      `    ${'word '.repeat(30)}\nnext\n`,
      `> quoted ${'word '.repeat(30)}`,
    ),
  )
  const position = fc.record({ x: fc.double({ noNaN: true, noDefaultInfinity: true }) })
  const item = fc.record({ key: text, title: text, at: position, open: fc.boolean() })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), (things) => {
      // YAML knows no negative zero apart from zero, and neither does a database.
      const lists = { things: things.map((one) => ({ ...one, at: { x: one.at.x + 0 } })) }
      expect(readYaml(yamlText(lists)).value).toEqual(lists)
    }),
    { numRuns: 500 },
  )
})
