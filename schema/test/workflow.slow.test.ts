// The workflows: when they run, and that no job which may write runs code of a pull request.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { compileFunction } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../check.config.ts'

interface Job {
  if?: string
  'continue-on-error'?: boolean
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string; if?: string; with?: Record<string, string> }[]
}

interface Workflow {
  on: Record<string, unknown>
  permissions: object
  jobs: Record<string, Job>
}

const folder = join(root, '.github/workflows')
const workflows = new Map(
  readdirSync(folder).map((file) => [
    file,
    parse(readFileSync(join(folder, file), 'utf8')) as Workflow,
  ]),
)
const check = workflows.get('schema-check.yml')!
const comment = workflows.get('schema-check-comment.yml')!
const release = workflows.get('release.yml')!

const jobs = [...workflows.values()].flatMap(({ jobs }) => Object.values(jobs))

test('pull requests and merge queues are checked', () => {
  expect(Object.keys(check.on)).toEqual(['pull_request', 'merge_group'])
})

test('a pull request that changes its target is checked again', () => {
  const { types } = check.on.pull_request as { types: string[] }
  expect(types.toSorted()).toEqual(['edited', 'opened', 'reopened', 'synchronize'])
})

test('the check is skipped only for an explicit no, because a skipped job passes', () => {
  expect(check.jobs.check!.if).toBe("always() && needs.paths.outputs.concerned != 'false'")
})

test('a change of any file that the check loads is checked', () => {
  const script = check.jobs.paths!.steps.find(({ run }) => run?.includes('git diff'))!.run!
  const paths = / -- ([^]*?)\n\s*then/.exec(script)![1]!.split(/[\s\\]+/)
  const isWatched = (file: string) =>
    paths.some((path) => file === path || file.startsWith(`${path}/`))
  const loaded = [
    ...loadedFrom(join(root, 'schema/check.config.ts')),
    ...loadedFrom(join(root, 'packages/federation-check/src/main.ts')),
  ].map((file) => relative(root, file))
  expect(loaded.length).toBeGreaterThan(200)
  expect(loaded.filter((file) => !isWatched(file))).toEqual([])
})

/** A file and all of this project that it imports, now or later. */
function loadedFrom(file: string, known = new Set<string>()): string[] {
  if (known.has(file)) return []
  known.add(file)
  if (!file.endsWith('.ts')) return [file]
  const text = readFileSync(file, 'utf8')
  const names = [...text.matchAll(/(?:from |import\()'([.#][^']+)'/g)].map(([, name]) => name!)
  for (const name of names) {
    const target = name.startsWith('#')
      ? createRequire(file).resolve(name)
      : join(dirname(file), name)
    loadedFrom(target, known)
  }
  return [...known]
}

test('the check runs once, and its reports are always uploaded', () => {
  const { steps } = check.jobs.check!
  const [run, ...more] = steps.filter((step) => step.run?.includes('schema:check'))
  expect(more).toEqual([])
  expect(run!.run!.match(/schema:check/g)).toHaveLength(1)
  expect(run!.run!.match(/--(format|output) \S+/g)).toEqual([
    '--format github',
    '--output markdown=report/comment.md',
    '--output sarif=report/schema-check.sarif',
  ])
  const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))!
  expect(upload).toMatchObject({ if: '${{ !cancelled() }}', with: { path: 'report' } })
  expect(steps.indexOf(upload)).toBeGreaterThan(steps.indexOf(run!))
})

test('a scan that GitHub refuses does not fail the check', () => {
  const { scan } = check.jobs
  expect(scan!['continue-on-error']).toBe(true)
  expect(scan!.permissions).toEqual({ actions: 'read', 'security-events': 'write' })
})

test('only a tag starts the release, which writes and runs code', () => {
  expect(release.on).toEqual({ push: { tags: ['v*'] } })
})

test('a job that may write checks out nothing, but for the release', () => {
  const writing = jobs.filter(
    (job) => job !== release.jobs.release && Object.values(job.permissions!).includes('write'),
  )
  expect(writing).toHaveLength(2)
  for (const { steps } of writing) {
    expect(steps.filter(({ run }) => run !== undefined)).toEqual([])
    const actions = steps.map(({ uses = '' }) => uses.split('@')[0])
    expect(actions).not.toContain('actions/checkout')
  }
})

test('no job has a token that it did not ask for', () => {
  for (const { permissions, jobs } of workflows.values()) {
    expect(permissions).toEqual({})
    expect(Object.values(jobs).every((job) => job.permissions !== undefined)).toBe(true)
  }
})

test('the comment is written by the workflow as it stands on the main branch', () => {
  expect(comment.on).toEqual({
    workflow_run: { workflows: ['Schema check'], types: ['completed'] },
  })
})

test('every action is named by its commit', () => {
  const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => (uses ? [uses] : [])))
  expect(actions.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([])
})

describe('the comment', () => {
  const PASSED = '<!-- schema-check -->\n\n### ✅ Schema check: Passed.'
  const FAILED = '<!-- schema-check -->\n\n### ❌ Schema check: 1 change blocks the merge.'

  /** Runs the script as GitHub would: what it writes, by the name of the call. */
  async function written(conclusion: string, report: string | undefined, before?: string) {
    const script = comment.jobs.comment!.steps.find((step) => step.with?.script)!.with!.script
    const calls: Record<string, string> = {}
    const call = (name: string) => (input: { body: string }) => void (calls[name] = input.body)
    const user = { login: 'github-actions[bot]' }
    const pull = { number: 1, head: { sha: 'abc' } }
    const lists: Record<string, unknown[]> = {
      pulls: [pull],
      // GitHub names no user of an account that is gone.
      comments: [
        { id: 0, user: null, body: 'a remark' },
        ...(before === undefined ? [] : [{ id: 1, user, body: before }]),
      ],
    }
    const issues = {
      listComments: 'comments',
      updateComment: call('updated'),
      createComment: call('created'),
    }
    const github = {
      rest: { pulls: { list: 'pulls' }, issues },
      paginate: (list: string) => lists[list],
    }
    const head_repository = { owner: { login: 'ada' } }
    const run = { head_sha: 'abc', head_branch: 'change', head_repository, conclusion }
    const context = { repo: {}, payload: { workflow_run: { ...run, html_url: 'the run' } } }
    const files = { existsSync: () => report !== undefined, readFileSync: () => report }
    const act = compileFunction(`return (async () => {${script}})()`, [
      'require',
      'github',
      'context',
    ]) as (require: () => typeof files, github: object, context: object) => Promise<void>
    await act(() => files, github, context)
    return calls
  }

  test('the comment is the report, and replaces the previous one', async () => {
    expect(await written('failure', FAILED, PASSED)).toEqual({ updated: FAILED })
    expect(await written('success', PASSED)).toEqual({ created: PASSED })
  })

  test('the comment has no ✅ when the check failed, whatever its report says', async () => {
    const { updated } = await written('failure', PASSED, PASSED)
    expect(updated).toContain('### ❌ Schema check: it could not run. See the run.')
  })

  test('the comment loses its ✅ when there is no report', async () => {
    for (const report of [undefined, '']) {
      const { updated } = await written('failure', report, PASSED)
      expect(updated).toContain('### ❌ Schema check: it could not run.')
    }
  })

  test('the comment is not written for a change that is not checked', async () => {
    expect(await written('success', undefined)).toEqual({})
    const { updated } = await written('success', undefined, FAILED)
    expect(updated).toContain(
      '### ✅ Schema check: no file that the schema depends on has changed.',
    )
  })
})
