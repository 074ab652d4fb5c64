// No string of the change alters the structure of a report, or is obeyed by who shows it.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import type { Changelog } from '../../src/changelog.ts'
import { changelogFormats } from '../../src/report/changelog.ts'
import { failures, formats, type FormatContext } from '../../src/report/formats.ts'
import { inHtml } from '../../src/report/escape/markup.ts'
import { inYaml } from '../../src/report/words.ts'
import { rulesOf } from '../../src/rules.ts'
import type { Report } from '../../src/run.ts'
import {
  harmlessStrings,
  hostile,
  hostileStrings,
  markdownTree,
  reportOf,
  withoutStrings,
  xmlTree,
} from './hostile-report.ts'
import { readXml } from './xml.ts'

const CONTEXT: FormatContext = {
  isTerminal: false,
  width: 100,
  rules: rulesOf([]),
  approvals: 'approvals.yaml',
  here: (file) => file,
  prefix: () => '',
}

type Name = keyof typeof formats

const written = async (format: Name, report: Report) =>
  (await formats[format](report, CONTEXT)).text
const failed = async (format: Name, lines: string[]) => (await failures.get(format)!(lines)).text

/** What a terminal or a CI system obeys. The one invisible character of a format is where it puts it. */
function checkHarmless(text: string, format = ''): void {
  const own =
    format === 'markdown' ? text.replaceAll(/(?<=[@#!%^~:]|GH-|www|&amp;|&#36;)\u200B/gi, '') : text
  expect(own).not.toMatch(/[^\P{C}\n\p{Cn}\p{Co}]|[\u2028\u2029]/u)
  expect(text).not.toMatch(/##\w*\[/)
  if (format !== 'github') expect(text).not.toMatch(/^\s*::/m)
}

const holds = (check: (strings: string[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(hostileStrings, check), { numRuns: 100 })

/** All void elements are closed, so a page is also well-formed XML. */
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

const shapeOf: Record<Name, (text: string) => unknown> = {
  text: (text) => text.split('\n').filter((line) => /^\S/.test(line)).length,
  json: (text) => withoutStrings(JSON.parse(text)),
  sarif: (text) => withoutStrings(JSON.parse(text)),
  markdown: markdownTree,
  junit: (text) => xmlTree(readXml(text)),
  html: (text) => xmlTree(readXml(text.replace('<!doctype html>', XML_DECLARATION))),
  github: (text) => text.split('\n').map((line) => /^::\w+ (?=\w+=)|^/.exec(line)?.[0]),
}

describe.each(Object.keys(formats) as Name[])('%s', (format) => {
  test(`a report as ${format} has one structure whatever the change says`, async () => {
    const expected = shapeOf[format](await written(format, reportOf(harmlessStrings)))
    await holds(async (strings) => {
      const text = await written(format, reportOf(strings))
      checkHarmless(text, format)
      expect(shapeOf[format](text)).toEqual(expected)
    })
  })

  test(`a report as ${format} is bounded where its strings are long`, async () => {
    const long = harmlessStrings.map((one) => one.repeat(300_000))
    const { length } = await written(format, reportOf(long))
    if (format === 'json') expect(length).toBeGreaterThan(300_000)
    else expect(length).toBeLessThan(65_536)
  })
})

describe.each(['markdown', 'github', 'sarif', 'junit'] as const)('%s', (format) => {
  test(`the error of a check as ${format} has one structure whatever the change says`, async () => {
    const expected = shapeOf[format](await failed(format, ['x1', 'x2']))
    await holds(async (strings) => {
      const text = await failed(format, strings.slice(0, 2))
      checkHarmless(text, format)
      expect(shapeOf[format](text)).toEqual(expected)
    })
  })
})

describe('a changelog', () => {
  const changelogOf = (strings: readonly string[]): Changelog => {
    const [base = '', head = '', id = '', coordinate = '', message = ''] = strings
    const note = { id, api: 'REST', coordinate, message, breaking: true } as const
    const sections = { security: [], removed: [note], changed: [], deprecated: [], added: [note] }
    return { version: 1, base, head, sections }
  }

  test.each(['markdown', 'text', 'json'] as const)(
    'a changelog as %s has one structure whatever the change says',
    async (format) => {
      const structure = (strings: readonly string[]) =>
        shapeOf[format](changelogFormats[format](changelogOf(strings), 100).text)
      const expected = structure(harmlessStrings)
      await holds(async (strings) => {
        checkHarmless(changelogFormats[format](changelogOf(strings), 100).text, format)
        expect(structure(strings)).toEqual(expected)
      })
    },
  )
})

test('JSON loses nothing, and is what its schema says', async () => {
  const schema = readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8')
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(schema) as object)
  await holds(async (strings) => {
    const report = reportOf(strings)
    const read = JSON.parse(await written('json', report)) as unknown
    expect(read).toEqual(report)
    expect(validate(read), JSON.stringify(validate.errors)).toBe(true)
  })
})

test('SARIF names files by relative references, and has no link in a message', async () => {
  await holds(async (strings) => {
    const log = JSON.parse(await written('sarif', reportOf(strings))) as SarifLog
    for (const { locations, message } of log.runs[0]!.results) {
      const { uri } = locations[0]!.physicalLocation.artifactLocation
      expect(new URL(uri, 'https://example.org/').href).toMatch(/^https:\/\/example\.org\//)
      expect(message.text).not.toContain('](')
    }
  })
})

interface SarifLog {
  runs: {
    results: {
      message: { text: string }
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[]
    }[]
  }[]
}

test('HTML has the elements and attributes of its template alone', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const page = inHtml`<p title="${text}">${text}</p>`.text
      checkHarmless(page)
      expect(page).toMatch(/^<p title="[^<>"'`]*">[^<>"'`]*<\/p>$/)
    }),
  )
})

test('an id is printed so that an approval can quote it', () => {
  fc.assert(
    fc.property(hostile, (id) => {
      expect(parse(inYaml(id))).toBe(id)
    }),
  )
})
