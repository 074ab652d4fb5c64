// The formats of a report: each as its readers expect it, of a check that finds much.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FormatContext } from '../../src/report/formats.ts'
import { markdown as markdownOf } from '../../src/report/markdown.ts'
import { json as jsonOf } from '../../src/report/escape/markup.ts'
import { sarif as sarifOf } from '../../src/report/sarif.ts'
import { text as textOf } from '../../src/report/text.ts'
import { inYaml } from '../../src/report/words.ts'
import { rulesOf } from '../../src/rules.ts'
import type { Report } from '../../src/run.ts'
import { conventions } from '../corpus/conventions.ts'
import { CHAPTERS, checkPair, pairsOf, type Pair } from '../corpus/pair.ts'

const titled = (title: string): Pair => {
  const pairs = CHAPTERS.flatMap(pairsOf)
  return pairs.find((pair) => pair.title === title) ?? expect.fail(`no pair: ${title}`)
}

const rules = rulesOf([conventions])
const approvals = 'approvals.yaml'
const here = (file: string) => file
const PLAIN = { isTerminal: false, width: 100, rules, approvals, here, prefix: () => '' }
const markdown = (report: Report) => markdownOf(report, rules).text
const text = (report: Report, context: FormatContext) => textOf(report, context).text
const json = (report: Report) => jsonOf(report).text
const sarif = (report: Report) => sarifOf(report, rules).text
const TERMINAL = { ...PLAIN, isTerminal: true }

let broken: Report
let approved: Report
let quiet: Report
let unused: Report

beforeAll(async () => {
  broken = await checkPair(titled('a field that documents use is removed'))
  approved = await checkPair(titled('a breaking change is approved'))
  quiet = await checkPair(titled('nothing changes'))
  unused = await checkPair(titled('a field that nobody asked for in 30 days is removed'))
})

describe('JSON', () => {
  const schema = new URL('../../report.schema.json', import.meta.url)
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object)

  test('the JSON report fits its published schema', () => {
    for (const report of [broken, approved, quiet, unused]) {
      expect(validate(JSON.parse(json(report))), JSON.stringify(validate.errors)).toBe(true)
    }
    expect(validate({ ...broken, version: 2 })).toBe(false)
  })

  test('the JSON report names what fails, who uses it and its place', () => {
    const { ok, summary, findings } = JSON.parse(json(broken)) as Report
    expect({ ok, failing: summary.failing }).toEqual({ ok: false, failing: 3 })
    expect(findings[0]).toMatchObject({
      id: 'field-removed:Quest.title',
      subgraph: 'quests',
      file: 'quests.graphql',
      uses: ['frontend: board.graphql', 'REST: GET /api/quests'],
      fails: true,
    })
  })
})

describe('text', () => {
  test('the text names each step and each finding, and fits a terminal', () => {
    const lines = text(broken, PLAIN).split('\n')
    expect(lines[0]).toBe('Schema check of head against base')
    expect(lines.find((line) => line.startsWith('✗ API schema'))).toContain('1 breaking')
    expect(lines).toContain('  breaking  field-removed:Quest.title')
    expect(lines.at(-2)).toBe('3 changes block the merge.')
    expect(lines.filter((line) => line.length > 100)).toEqual([])
  })

  test('the text suggests an approval only where one is possible', async () => {
    expect(text(broken, PLAIN)).toContain('To approve a change, add its id')
    const final = text(await checkPair(titled('the REST contract is removed')), PLAIN)
    expect(final).toContain('It cannot be approved.')
    expect(final).not.toContain('add its id')
  })

  test('the text has colours only on a terminal', () => {
    expect(text(broken, TERMINAL)).toContain('\u001B[31m')
    expect(text(broken, PLAIN)).not.toContain('\u001B')
  })

  test('the text says that nothing was found, and that an approval was used', () => {
    expect(text(quiet, PLAIN).endsWith('Passed.')).toBe(true)
    expect(text(approved, PLAIN)).toContain('approved by ada@example.org until 2026-06-30')
  })

  test('the text says why a step was not possible', async () => {
    const report = await checkPair(titled('a subgraph has a syntax error'))
    expect(text(report, PLAIN)).toContain('- API schema        The head does not compose.')
    expect(text(report, PLAIN)).toContain('- Conventions       The head does not compose.')
  })
})

describe('Markdown', () => {
  test('the comment begins with the outcome, and lists the broken documents', () => {
    const comment = markdown(broken)
    expect(comment).toMatch(
      /^<!-- schema-check -->\n\n### ❌ Schema check: 3 changes block the merge\./,
    )
    expect(comment).toContain(
      '| frontend |  | board.graphql | board.graphql:2 | Cannot query field',
    )
  })

  test('the comment names client, owner and document of a removed registration', async () => {
    const comment = markdown(await checkPair(titled('a client is no longer registered')))
    expect(comment).toContain('| phone | phone@\u200Bexample.org | Complete |')
  })

  test('the comment folds passing findings', () => {
    expect(markdown(approved)).toContain('<details><summary>API schema: 1 other finding</summary>')
    expect(markdown(quiet)).not.toContain('<details>')
  })

  test('the comment mentions no person and no other merge request', () => {
    const [finding] = broken.findings
    const message = 'Ask @ada, see #12 and ada/quests#12.'
    const operation = { client: 'phone', name: 'Complete', owner: '@ecosystem/phone' }
    const comment = markdown({ ...broken, findings: [{ ...finding!, message, operation }] })
    const written = comment.replaceAll(/`[^`]*`/g, '')
    expect(written).toContain('ada, see')
    expect(written).not.toMatch(/@[a-z]/i)
    expect(written).not.toMatch(/#\d/)
  })

  test('the comment shows an id so that it can be copied', () => {
    const [finding] = broken.findings
    const id = 'guard-removed:a/Query.q:@why(text: "a `b`")>nothing'
    const comment = markdown({ ...broken, findings: [{ ...finding!, id }] })
    expect(comment).toContain(`\`\` ${inYaml(id)} \`\``)
  })

  test.each([
    ['failing findings', true, /… and \d+ failing findings that do not fit/],
    ['the rest', false, /… and \d+ other findings that do not fit/],
  ])('the comment says how much of %s was cut', (_title, fails, sentence) => {
    const [finding] = broken.findings
    const many = Array.from({ length: 2000 }, () => ({ ...finding!, fails }))
    const comment = markdown({ ...broken, findings: many })
    expect(comment.length).toBeLessThan(65_536)
    expect(comment).toMatch(sentence)
    const shown = comment.match(/^- \*\*/gm)?.length ?? 0
    expect(comment).toContain(`… and ${2000 - shown} `)
  })

  test('the comment shortens a long message', () => {
    const [finding] = broken.findings
    const comment = markdown({
      ...broken,
      findings: [{ ...finding!, message: 'x'.repeat(90_000) }],
    })
    expect(comment.length).toBeLessThan(65_536)
    expect(comment).toContain('… and 88000 characters more')
  })
})

test('an id that YAML would read as another type is printed in quotes', async () => {
  const report = await checkPair(titled("a subgraph's own guard changes"))
  const id = '"guard-removed:marked/Query.quests:@slow(ms: 4)>@slow(ms: 5)"'
  expect(text(report, PLAIN)).toContain(`  security  ${id}\n`)
  expect(markdown(report)).toContain(`\`${id}\``)
})

test('SARIF has a rule, a level and a fingerprint for each result', () => {
  const log = JSON.parse(sarif(approved)) as SarifLog
  const [run] = log.runs
  expect(log.version).toBe('2.1.0')
  expect(run!.tool.driver.rules.map(({ id }) => id)).toEqual(['field-removed'])
  expect(run!.results[0]).toMatchObject({
    ruleId: 'field-removed',
    level: 'error',
    partialFingerprints: { changeId: 'field-removed:Quest.note' },
    suppressions: [{ kind: 'external' }],
  })
})

test('SARIF has a place for each result, since GitHub refuses a file with one that has none', () => {
  const [finding] = broken.findings
  const { file, line, ...nowhere } = finding!
  const { runs } = JSON.parse(sarif({ ...broken, findings: [finding!, nowhere] })) as SarifLog
  const places = runs[0]!.results.map(({ locations }) => locations[0]!.physicalLocation)
  expect(places).toEqual([
    { artifactLocation: { uri: file }, region: { startLine: line } },
    { artifactLocation: { uri: 'supergraph.graphql' } },
  ])
})

interface SarifLog {
  version: string
  runs: { tool: { driver: { rules: { id: string }[] } }; results: SarifResult[] }[]
}

interface SarifResult {
  locations: { physicalLocation: object }[]
}
