// The reports of a foreign project: what the command prints and writes of a change that breaks two clients.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import type { Report } from '../../src/run.ts'
import { breakClients, Project } from '../project.ts'
import { readXml, type Element } from './xml.ts'

const project = new Project()

beforeAll(() => {
  breakClients(project)
  project.enter()
})

afterAll(() => project.leave())

const run = (...args: string[]) => command(['--base', 'main', ...args], false)

describe('text', () => {
  test('the text groups findings by whom they break, with the line of each operation', async () => {
    const { code, out = '' } = await run()
    expect(code).toBe(1)
    const titles = out.split('\n').filter((line) => /^[A-Z]/.test(line))
    expect(titles.slice(1, 5)).toEqual([
      'Security',
      'Breaks kiosk (ask kiosk@example.org)',
      'Breaks web (ask web@example.org)',
      'Breaks no known client',
    ])
    expect(out).toContain(`
Breaks kiosk (ask kiosk@example.org)
  breaking  field-removed:Book.title
      Field 'title' was removed from object type 'Book'.
      subgraphs/books.graphql:6
      used in Titles (clients/kiosk.json:8)
        breaking  operation-broken:kiosk/Titles:Book.title
      Fix: Keep it, mark it @deprecated, and remove it once no client uses it.

Breaks web (ask web@example.org)
  breaking  field-removed:Book.title
      used in clients/web/list.graphql:4
        breaking  operation-broken:web/list.graphql:Book.title
`)
  })

  test('an operation of a manifest that names its source is told with it', async () => {
    const titles = '"name": "Titles",'
    project.edit('clients/kiosk.json', titles, `${titles} "file": "kiosk/titles/titles.graphql",`)
    const { out = '' } = await run()
    project.edit('clients/kiosk.json', ' "file": "kiosk/titles/titles.graphql",', '')
    expect(out).toContain(`
      used in Titles (kiosk/titles/titles.graphql)
        breaking  operation-broken:kiosk/Titles:Book.title
`)
  })

  test('the text shows a step without work as not configured', async () => {
    const { out = '' } = await run()
    expect(out).toContain('\n- not configured: Generated files, Contracts, Conventions, Events\n')
    expect(out).not.toMatch(/^✓ (Generated files|Conventions)/m)
  })

  test('the text says why configured generated files are not compared, without failing', async () => {
    const own = (stale: string) =>
      `export default { committed: { subgraphs: 'subgraphs/<name>.graphql' }, project: { ${stale} } }\n`
    project.write('committed.mjs', own(''))
    project.write('generated.mjs', own('stale: async () => new Map()'))
    const line = '- Generated files   The check needs project.stale, and the working tree as head.'
    const alone = await run('--config', 'committed.mjs')
    const commits = await run('--config', 'generated.mjs', '--head', 'main')
    const generated = await run('--config', 'generated.mjs')
    for (const name of ['committed.mjs', 'generated.mjs']) rmSync(join(project.root, name))
    expect(alone.out).toContain(`${line}\n`)
    expect(alone.out).not.toContain('step-skipped')
    expect(commits.out).toContain(`${line}\n`)
    expect(commits.code).toBe(0)
    expect(generated.out).toContain('✓ Generated files   nothing')
  })

  test.each([80, 100, 120])('the text fits %d columns', async (columns) => {
    const { out = '' } = await command(['--base', 'main'], true, columns)
    const lines = stripVTControlCharacters(out).split('\n')
    expect(lines.filter((line) => line.length > columns)).toEqual([])
  })
})

describe('--explain', () => {
  test("--explain prints what a rule catches, why, the fix, and the project's severity", async () => {
    const { code, out } = await command(['--explain', 'enum-value-added'], false)
    expect(code).toBe(0)
    expect(out).toBe(`enum-value-added: responses may contain a new enum value

  step      API schema
  severity  dangerous; safe in this configuration: nothing stops working
  example   \`QuestType.monthly\`
  why       A client that lists all values, as generated code does, may fail on another one.
  fix       Ask the clients to handle unknown values before a response contains one.
  approval  It never fails, so it needs none.`)
  })

  test.each([
    ['feild-removed', 'Did you mean field-removed'],
    ['scopes', 'Did you mean scopes-removed, scopes-weakened?'],
    ['xyzzy', 'There is no rule xyzzy.'],
  ])('--explain exits with 2 for %s, and suggests similar names', async (name, sentence) => {
    const { code, err } = await command(['--explain', name], false)
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })

  test('--explain suggests nothing for a name of two letters', async () => {
    const { err } = await command(['--explain', 're'], false)
    expect(err).toContain('There is no rule re.')
    expect(err).not.toContain('Did you mean')
  })
})

describe('JUnit', () => {
  test('JUnit has a suite for each step and a case for each finding, which fails where the check fails', async () => {
    const { findings, steps, summary } = JSON.parse((await run('--format', 'json')).out!) as Report
    const root = readXml((await run('--format', 'junit')).out!)
    expect(root.name).toBe('testsuites')
    expect(root.attributes.failures).toBe(String(summary.failing))
    expect(root.children.map(({ attributes }) => attributes.name)).toEqual(
      steps.map(({ title }) => title),
    )
    const cases = root.children.flatMap(({ children }) => children)
    expect(namesOf(cases, 'failure')).toEqual(idsOf(findings, true))
    expect(namesOf(cases, 'system-out')).toEqual(idsOf(findings, false))
    expect(namesOf(cases, 'skipped')).toHaveLength(4)
    for (const suite of root.children) expect(countsOf(suite)).toEqual(writtenIn(suite))
  })

  test('JUnit reports that the check could not run', async () => {
    const { code, out = '' } = await command(['--base', 'nowhere', '--format', 'junit'], false)
    expect(code).toBe(2)
    const root = readXml(out)
    expect(root.attributes.errors).toBe('1')
    expect(root.children[0]!.children[0]!.children[0]!.name).toBe('error')
  })
})

const namesOf = (cases: readonly Element[], has: string) =>
  cases
    .filter(({ children }) => children.some(({ name }) => name === has))
    .map(({ attributes }) => attributes.name)

const idsOf = (findings: Report['findings'], fails: boolean) =>
  findings.filter((one) => one.fails === fails).map(({ id }) => id)

const countsOf = ({ children }: Element) => ({
  tests: children.length,
  failures: namesOf(children, 'failure').length,
  skipped: namesOf(children, 'skipped').length,
})

const writtenIn = ({ attributes: { tests, failures, skipped } }: Element) => ({
  tests: Number(tests),
  failures: Number(failures),
  skipped: Number(skipped),
})

describe('--output', () => {
  test('--output writes further formats in one run', async () => {
    const { code, out } = await run('--output', 'json=all.json', '--output=junit=all.xml')
    expect(code).toBe(1)
    expect(out).toContain('Schema check of')
    const { ok } = JSON.parse(readFileSync(join(project.root, 'all.json'), 'utf8')) as Report
    expect(ok).toBe(false)
    expect(readXml(readFileSync(join(project.root, 'all.xml'), 'utf8')).name).toBe('testsuites')
  })

  test('--output replaces the report of an earlier run when the check cannot run', async () => {
    await run('--output', 'json=all.json', '--output', 'sarif=all.sarif')
    const { code } = await run('--output', 'json=all.json', '--output', 'sarif=all.sarif', '--nope')
    expect(code).toBe(2)
    expect(() => readFileSync(join(project.root, 'all.json'))).toThrow('ENOENT')
    const sarif = readFileSync(join(project.root, 'all.sarif'), 'utf8')
    expect(sarif).toContain('"executionSuccessful": false')
    rmSync(join(project.root, 'all.sarif'))
  })

  test('--output refuses a value without a known format and a file', async () => {
    const { code, err } = await run('--output', 'xml=report.xml')
    expect(code).toBe(2)
    expect(err).toContain('--output xml=report.xml must be FORMAT=FILE')
  })
})

describe('from another folder than the root', () => {
  beforeAll(() => process.chdir('clients/web'))
  afterAll(() => process.chdir(project.root))

  test('the text shows paths relative to the current folder', async () => {
    const { out = '' } = await run()
    expect(out).toContain('\n      ../../subgraphs/books.graphql:6\n')
    expect(out).toContain('used in Titles (../kiosk.json:8)')
    expect(out).toContain('used in list.graphql:4')
    expect(out).toContain('operation-broken:web/list.graphql:Book.title')
    expect(out).toContain('add its id to ../../approvals.yaml')
  })

  test.each(['json', 'sarif', 'github', 'junit', 'markdown'])(
    '%s shows paths relative to the root',
    async (format) => {
      const { out = '' } = await run('--format', format)
      expect(out).toContain('subgraphs/books.graphql')
      expect(out).not.toContain('../')
    },
  )

  test('the text shows paths from the root for a head that is not the working tree', async () => {
    const { out = '' } = await run('--head', '../..')
    expect(out).toContain('\n      subgraphs/books.graphql:6\n')
  })
})

test('the text shows the path of a deleted file', async () => {
  process.chdir(join(project.root, 'subgraphs'))
  rmSync('loans.graphql')
  const { out = '' } = await run()
  process.chdir(project.root)
  project.git('checkout', '--quiet', 'subgraphs/loans.graphql')
  expect(out).toContain('\n      subgraphs/loans.graphql\n')
})

test('paths start at the root of the repository where a host reads them', async () => {
  const other = new Project('services/graph')
  breakClients(other)
  process.chdir(other.root)
  const { out = '' } = await run('--format', 'github')
  const text = await run()
  process.chdir(project.root)
  other.remove()
  expect(out).toContain('::error file=services/graph/subgraphs/books.graphql,line=')
  expect(text.out).toContain('      subgraphs/books.graphql:')
})
