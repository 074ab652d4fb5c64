// The examples of the README for GitHub, GitLab and a shell, in a repository with a change.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { FAILING, git, makeCinema, write } from './support/cinema.ts'
import { NAME, outside } from './support/installed.ts'

const GITLAB = fileURLToPath(new URL('node_modules/gitlab-ci-local/dist/index.js', import.meta.url))

let readme: string
/** A clone with the change on a branch; `origin` has main. */
let clone: string

beforeAll(() => {
  const home = inject('home')
  const cinema = makeCinema(home)
  readme = readFileSync(join(home, 'node_modules', NAME, 'README.md'), 'utf8')
  clone = mkdtempSync(join(home, 'clone-'))
  git(clone, 'clone', '--quiet', '--branch', 'change', cinema, '.')
})

/** The first block of code after a heading. */
function exampleOf(heading: string): string {
  const [, section] = readme.split(`\n${heading}\n`)
  return /```\w+\n([^]*?)```/.exec(section!)![1]!
}

/** Runs a script as a job does; npx finds the installed package in the folder above. */
function run(script: string, env: Record<string, string> = {}) {
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
  return spawnSync('bash', args, {
    cwd: clone,
    encoding: 'utf8',
    env: { ...outside(), npm_config_offline: 'true', ...env },
  })
}

test('the example for a shell writes the report and fails', () => {
  const { status, stdout, stderr } = run(exampleOf('### Any other'))
  expect(status, stderr).toBe(1)
  expect(stdout).toContain('breaking  field-removed:Film.runtime')
  const report = readFileSync(join(clone, 'report.md'), 'utf8')
  expect(report).toContain(`${FAILING} changes block the merge.`)
})

interface Job {
  script: string[]
  artifacts: { reports: { junit: string } }
}

test('the example for GitLab is valid by the JSON schema of GitLab', () => {
  const folder = mkdtempSync(join(inject('home'), 'gitlab-'))
  cpSync(join(clone, '.git'), join(folder, '.git'), { recursive: true })
  write(join(folder, '.gitlab-ci.yml'), exampleOf('### GitLab'))
  const list = () => {
    const event = ['--variable', 'CI_PIPELINE_SOURCE=merge_request_event']
    const args = [GITLAB, '--list-json', ...event, '--ignore-predefined-vars', 'CI_PIPELINE_SOURCE']
    return execFileSync(process.execPath, args, { cwd: folder, env: outside(), stdio: 'pipe' })
  }
  expect(JSON.parse(list().toString())).toMatchObject([{ name: 'schema-check' }])
  write(join(folder, '.gitlab-ci.yml'), exampleOf('### GitLab').replace('script:', 'scripts:'))
  expect(list).toThrow()
})

test('the script of the example for GitLab writes its report and fails', () => {
  const [job] = Object.values(parse(exampleOf('### GitLab')) as Record<string, Job>)
  const base = git(clone, 'merge-base', 'HEAD', 'origin/main').trim()
  const { status, stderr } = run(job!.script.join('\n'), { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })
  expect(status, stderr).toBe(1)
  expect(existsSync(join(clone, job!.artifacts.reports.junit))).toBe(true)
})

test('the example for GitHub gives its job a token that may only read', () => {
  const workflow = parse(exampleOf('### GitHub')) as {
    on: string[]
    permissions: object
    jobs: Record<string, { steps: { uses: string; with?: object }[] }>
  }
  expect(workflow).toMatchObject({
    on: ['pull_request', 'merge_group'],
    permissions: { contents: 'read' },
  })
  const [checkout, node, action] = workflow.jobs.check!.steps
  expect(checkout!.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false })
  expect(node!.with).toEqual({ 'node-version': 24 })
  expect(action!.uses).toMatch(/\/packages\/federation-check@/)
})
