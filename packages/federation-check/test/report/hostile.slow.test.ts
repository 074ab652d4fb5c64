// A change whose names, file names, owners and reasons try to speak in the report of its own check.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { Project } from '../project.ts'

/** Leaves a code span and a line, hides what follows, mentions, and is obeyed by CI and terminals. */
const HOSTILE =
  '`x`\n\n# Passed\n::stop-commands::x\n##[add-mask]x\n![a](http://a.b) <!-- @all #1 \u001B[2J\u009B2J\u202E\u2028x'
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const FILE = 'clients/web/a\n::stop-commands::\u001B[2J.graphql'

const project = new Project()

/** A contract with a hostile path, parameter and value. */
const contract = (...values: string[]) => {
  const schema = { type: 'string', enum: values }
  const parameters = [{ name: HOSTILE, in: 'query', schema }]
  const get = { parameters, responses: { 200: { description: 'All.' } } }
  const paths = { [`/a/${HOSTILE}`]: { get } }
  return JSON.stringify({ openapi: '3.1.0', info: { title: HOSTILE, version: '1' }, paths })
}

const manifest = (name: string) =>
  JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    name: HOSTILE,
    owner: HOSTILE,
    operations: [{ id: HOSTILE, name, body: '{ books { title } }' }],
  })

function write(): void {
  project.write('openapi.json', contract('a', HOSTILE))
  project.write('clients/kiosk.json', manifest(HOSTILE))
  project.write(FILE, 'query Q { books { cover } }\n')
  const book = 'subgraphs/books.graphql'
  project.edit(book, '  pages: Int\n', `  pages(a: String = ${JSON.stringify(HOSTILE)}): Int\n`)
  project.edit(book, 'type Query', 'directive @why(text: String) on FIELD_DEFINITION\ntype Query')
  project.edit(
    book,
    '  cover: String\n',
    `  cover: String @why(text: ${JSON.stringify(HOSTILE)})\n`,
  )
}

function change(): void {
  project.write('openapi.json', contract('a'))
  project.write('clients/kiosk.json', manifest(`${HOSTILE}2`))
  const book = 'subgraphs/books.graphql'
  project.edit(book, '  title: String!\n', '')
  project.edit(book, `(a: String = ${JSON.stringify(HOSTILE)})`, '(a: String = "")')
  project.edit(book, '  cover: String @why', '  front: String @why')
  const words = JSON.stringify(HOSTILE)
  project.write(
    'approvals.yaml',
    `- { change: ${words}, reason: ${words}, owner: ${words}, expires: ${DAY} }\n- { change: 'field-removed:Book.cover', reason: ${words}, owner: ${words}, expires: ${DAY} }\n`,
  )
}

/** What no terminal, log or comment obeys. */
function checkHarmless(text: string, format: string): void {
  const own = format === 'markdown' ? text.replaceAll('\u200B', '') : text
  expect(own).not.toMatch(/[^\P{C}\n\p{Cn}\p{Co}]|[\u2028\u2029]/u)
  expect(text).not.toMatch(/##\w*\[/)
  expect(text).not.toMatch(format === 'github' ? /^\s*::(?!error |warning |notice )/m : /^\s*::/m)
}

/** The colours that the text has of its own. */
const withoutStyles = (text: string) => text.split(/\p{Cc}\[\d+m/u).join('')

const FORMATS = ['json', 'markdown', 'github', 'sarif', 'junit']

/** One run of the check: what it prints without colours, and the reports that it writes. */
async function run(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  const outputs = FORMATS.map((format) => `--output=${format}=${join(folder, format)}`)
  const { code, out, err } = await command(['--base', 'main', ...outputs, ...args], true)
  const written = FORMATS.filter((format) => existsSync(join(folder, format)))
  const reports = new Map(
    written.map((format) => [format, readFileSync(join(folder, format), 'utf8')]),
  )
  rmSync(folder, { recursive: true })
  return { code, printed: withoutStyles(out ?? err ?? ''), reports }
}

describe('a hostile change', () => {
  beforeAll(() => {
    write()
    project.commit('The base')
    change()
    project.enter()
  })
  afterAll(() => project.leave())

  test('a hostile change is not obeyed by who shows its report', async () => {
    const { code, printed, reports } = await run('--approved-by', HOSTILE)
    for (const [format, text] of [['text', printed] as const, ...reports]) {
      checkHarmless(text, format)
      expect(text).toContain('field-removed')
      expect(text).toContain('stop-commands')
    }
    expect(reports.size).toBe(5)
    expect(code).toBe(1)
  })
})

describe('a check that cannot run', () => {
  beforeEach(() => {
    project.enter()
  })
  afterEach(() => project.leave())

  test.each([
    ['a document that cannot be parsed', FILE, '{ books { \u001B[2J\n::stop-commands::x'],
    [
      'an approval without an owner',
      'approvals.yaml',
      `- change: ${JSON.stringify(HOSTILE)}\n  reason: x\n`,
    ],
    [
      'an approval that never ends',
      'approvals.yaml',
      `- { change: ${JSON.stringify(HOSTILE)}, reason: x, owner: x, expires: x }\n`,
    ],
    ['a manifest of another kind', 'clients/a\n::x::.json', '[]'],
    [
      'a setting that there is not',
      'federation-check.config.json',
      JSON.stringify({ [HOSTILE]: 1, [`${HOSTILE}2`]: 1 }),
    ],
    [
      'a severity that there is not',
      'federation-check.config.json',
      JSON.stringify({ rules: { [HOSTILE]: 'safe' } }),
    ],
    [
      'a file that there is not',
      'federation-check.config.json',
      JSON.stringify({ documents: [`x/${HOSTILE}`] }),
    ],
    [
      'a reference to another file',
      'openapi.json',
      `{"openapi":"3.1.0","paths":{"/":{"$ref":${JSON.stringify(HOSTILE)}}}}`,
    ],
    ['a usage file in no format', HOSTILE.slice(0, 5), '{"a":1}'],
  ])('%s is no command of a log', async (_, file, text) => {
    project.write(file, text)
    const usage = file.startsWith('`') ? ['--usage', file] : []
    const { code, printed, reports } = await run('--approved-by', HOSTILE, ...usage)
    for (const [format, text] of [['text', printed] as const, ...reports]) {
      checkHarmless(text, format)
    }
    expect(printed.split('\n').length).toBeLessThan(3)
    expect(reports.size).toBe(4)
    expect(code).toBe(2)
  })

  test.each([
    ['--base', HOSTILE],
    ['--head', HOSTILE],
    [HOSTILE],
    [`--${HOSTILE}`],
    ['--explain', HOSTILE],
  ])('the argument %j is no command of a log', async (...args) => {
    const { code, err = '' } = await command(args, false)
    checkHarmless(err, 'text')
    expect(err.split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })

  test('a report is not written through a link out of the project', async () => {
    symlinkSync(join(project.folder, '..', 'elsewhere.json'), 'report.json')
    const { code, err } = await command(['--base', 'main', '--output', 'json=report.json'], false)
    expect(err).toContain('report.json is a symbolic link that does not lead to a file inside')
    expect(code).toBe(2)
  })
})
