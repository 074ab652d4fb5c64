// The steps of action.yml, executed as GitHub would, against a small project of somebody else.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readAction, runAction, type Result } from './action.ts'
import { breakClients, Project } from './project.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const action = readAction(folder)

let project: Project
let temp: string

beforeEach(() => {
  project = new Project()
  temp = mkdtempSync(join(tmpdir(), 'federation-check-runner-'))
})

afterEach(() => {
  project.remove()
  rmSync(temp, { recursive: true })
})

/** Runs the action on the project. */
function run(inputs: Record<string, string> = {}, github: Record<string, string> = {}): Result {
  return runAction(action, {
    folder,
    cwd: project.folder,
    temp,
    machine: { HOME: temp },
    inputs,
    github,
  })
}

/** A branch whose target is `origin/main`, as actions/checkout leaves it. */
function checkedOut(change: (project: Project) => void): void {
  project.git('update-ref', 'refs/remotes/origin/main', 'main')
  project.git('checkout', '--quiet', '--detach')
  change(project)
  project.commit('The change')
}

const PULL = { base_ref: 'main' }

describe('a pull request', () => {
  test('a pull request that breaks clients fails, with annotations, a summary and reports', () => {
    checkedOut(breakClients)
    const { code, log, summary, outputs } = run({}, PULL)
    expect(code, log).toBe(1)
    expect(log).toContain(
      '::error file=subgraphs/books.graphql,line=6,title=field-removed%3ABook.title::',
    )
    expect(summary).toContain('### ❌ Schema check: 5 changes block the merge.')
    expect(outputs).toMatchObject({ ok: 'false', failing: '5' })
    const sarif = JSON.parse(readFileSync(outputs.sarif!, 'utf8')) as {
      runs: { results: object[] }[]
    }
    expect(sarif.runs[0]!.results.length).toBeGreaterThan(4)
    expect(existsSync(join(outputs.report!, 'report.json'))).toBe(true)
  })

  test('a pull request that breaks nothing passes', () => {
    checkedOut(() =>
      project.edit('subgraphs/books.graphql', '  pages', '  subtitle: String\n  pages'),
    )
    const { code, log, summary, outputs } = run({}, PULL)
    expect(code, log).toBe(0)
    expect(summary).toContain('### ✅ Schema check: Passed.')
    expect(outputs).toMatchObject({ ok: 'true', failing: '0' })
  })

  test('a pull request is compared with its merge base', () => {
    checkedOut(() =>
      project.edit('subgraphs/books.graphql', '  pages', '  subtitle: String\n  pages'),
    )
    const change = project.git('rev-parse', 'HEAD').trim()
    project.git('checkout', '--quiet', 'main')
    project.edit('subgraphs/books.graphql', '  pages', '  isbn: String\n  pages')
    project.commit('Another change')
    project.git('update-ref', 'refs/remotes/origin/main', 'main')
    project.git('checkout', '--quiet', change)
    expect(run({}, PULL)).toMatchObject({ code: 0, outputs: { ok: 'true' } })
  })

  test('a shallow clone of a pull request is refused with a hint to fetch the history', () => {
    const { code, log, outputs } = run({}, PULL)
    expect(code).toBe(2)
    expect(log).toContain('There is no merge base with origin/main. Check out with fetch-depth: 0.')
    expect(outputs.ok).toBe('false')
  })
})

test('a merge queue is compared with the commit it is queued on', () => {
  const base = project.git('rev-parse', 'main').trim()
  breakClients(project)
  project.commit('The change')
  const github = { event_name: 'merge_group', 'event.merge_group.base_sha': base }
  expect(run({}, github)).toMatchObject({ code: 1, outputs: { failing: '5' } })
})

test('inputs choose the folder, the configuration, the reports and what fails', () => {
  project.remove()
  project = new Project('services/the graph')
  project.write(
    'own.json',
    '{ "documents": [], "manifests": [], "rules": { "field-added": "dangerous" } }',
  )
  project.commit('A configuration')
  project.edit('subgraphs/books.graphql', '  cover: String\n', '  subtitle: String\n')
  const inputs = {
    base: 'main',
    config: 'own.json',
    'working-directory': 'services/the graph',
    formats: 'junit, text',
    'report-directory': join(temp, 'the reports'),
    'fail-on-unused': 'false',
  }
  const { code, log, outputs } = run(inputs)
  expect(code, log).toBe(0)
  expect(log).toContain('file=services/the graph/subgraphs/books.graphql')
  expect(outputs).toMatchObject({ report: join(temp, 'the reports'), sarif: '' })
  expect(readFileSync(join(temp, 'the reports/report.xml'), 'utf8')).toContain('<testsuites')
  expect(readFileSync(join(temp, 'the reports/text.txt'), 'utf8')).toContain('Schema check of')
  expect(run({ ...inputs, 'fail-on': 'dangerous' }).code).toBe(1)
  expect(run({ ...inputs, usage: 'nowhere.json' })).toMatchObject({ code: 2 })
})

test('an approval that the change adds counts for owners who have approved', () => {
  const approval = {
    change: 'field-removed:Book.cover',
    reason: 'Nobody shows it.',
    expires: inAMonth(),
  }
  checkedOut(() => {
    project.edit('subgraphs/books.graphql', '  cover: String\n', '')
    project.write('approvals.yaml', JSON.stringify([{ ...approval, owner: 'ada@example.org' }]))
  })
  expect(run({}, PULL).code).toBe(1)
  expect(run({ 'approved-by': 'bob@example.org\nada@example.org\n' }, PULL).code).toBe(0)
})

function inAMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
}

test('a check that could not run is neither ok nor without a report', () => {
  const { code, log, summary, outputs } = run({ base: 'no-such-ref' })
  expect(code).toBe(2)
  expect(log).toContain(
    '::error title=Schema check::--base no-such-ref is neither a commit nor a path',
  )
  expect(summary).toContain('### ❌ Schema check: it could not run.')
  expect(outputs).toMatchObject({ ok: 'false', failing: '' })
})

describe('security', () => {
  test.each(['pull_request_target', 'workflow_run', 'issue_comment'])(
    '%s, whose token may write, is refused before any code is loaded',
    (event) => {
      const { code, log } = run({}, { event_name: event })
      expect(code).toBe(2)
      expect(log).toContain(`::error title=Schema check::${event} runs with a token that may write`)
    },
  )

  test('a token that the checkout left behind gives a warning', () => {
    project.git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic secret')
    const { log } = run({ base: 'main' })
    expect(log).toContain('::warning title=Schema check::actions/checkout has left its token')
    expect(log).not.toContain('secret')
  })

  test('nothing is interpolated into a script, and no other action is used', () => {
    expect(action.runs.using).toBe('composite')
    for (const step of action.runs.steps) {
      expect(
        Object.keys(step).filter((key) => !['id', 'name', 'shell', 'env', 'run'].includes(key)),
      ).toEqual([])
      expect(step.run).not.toContain('${{')
    }
  })

  test.each(['base', 'config', 'formats', 'fail-on', 'working-directory', 'approved-by'])(
    'code in the input %s is not run',
    (name) => {
      const file = join(temp, 'owned')
      const code = `$(touch '${file}')\`touch '${file}'\`"; touch '${file}'; "`
      run({ base: 'main', [name]: code })
      expect(existsSync(file)).toBe(false)
    },
  )
})
