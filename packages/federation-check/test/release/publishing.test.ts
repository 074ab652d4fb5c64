// What docs/publishing.md says of GitHub's workflow and of the owner's decisions.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = fileURLToPath(new URL('../..', import.meta.url))
const manual = readFileSync(join(folder, 'docs/publishing.md'), 'utf8')

interface Step {
  name?: string
  uses?: string
  run?: string
}

interface Workflow {
  on: object
  permissions: object
  jobs: Record<string, { permissions: object; environment?: string; needs?: string; steps: Step[] }>
}

describe('the workflow', () => {
  const workflow = parse(/```yaml\n([^]*?)```/.exec(manual)![1]!) as Workflow
  const { pack, publish } = workflow.jobs

  test('the workflow runs for tags of the package alone', () => {
    expect(workflow.on).toEqual({ push: { tags: ['federation-check-v*'] } })
  })

  test('only the job that publishes gets a token, in an environment that can be protected', () => {
    expect(workflow.permissions).toEqual({})
    expect(pack!.permissions).toEqual({ contents: 'read' })
    expect(publish).toMatchObject({
      permissions: { 'id-token': 'write' },
      environment: 'npm',
      needs: 'pack',
    })
  })

  test('the job that publishes runs no code of the repository', () => {
    expect(publish!.steps.flatMap(({ run }) => run ?? [])).toEqual([
      'npm publish --provenance --ignore-scripts ./*.tgz',
    ])
    const actions = publish!.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])
    expect(actions).toEqual(['actions/download-artifact', 'actions/setup-node'])
  })

  test('every action is to be named by its commit', () => {
    const used = [...pack!.steps, ...publish!.steps].flatMap(({ uses }) => uses ?? [])
    expect(used.filter((uses) => !uses.endsWith('@<commit>'))).toEqual([])
  })

  test('a tag with another version than package.json fails', () => {
    const { run } = pack!.steps.find(({ name }) => name === 'The tag names the version')!
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    const endOf = (tag: string) =>
      spawnSync('bash', ['-eo', 'pipefail', '-c', run!], {
        cwd: join(folder, '../..'),
        env: { PATH: process.env.PATH, GITHUB_REF_NAME: tag },
      }).status
    expect(endOf(`federation-check-v${version}`)).toBe(0)
    expect(endOf('federation-check-v99.0.0')).toBe(1)
  })
})

describe('the decisions of the owner', () => {
  let copy: string
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'federation-check-'))
    for (const file of ['package.json', 'publishable.js']) {
      copyFileSync(join(folder, file), join(copy, file))
    }
  })
  afterEach(() => rmSync(copy, { recursive: true }))

  const npm = (...args: string[]) =>
    spawnSync('npm', [...args, '--silent'], { cwd: copy, encoding: 'utf8' })

  test('publishing is refused until the owner has decided, with what is missing', () => {
    npm('pkg', 'set', 'license=UNLICENSED')
    npm('pkg', 'delete', 'repository')
    const { status, stderr } = npm('run', 'prepublishOnly')
    expect(status).toBe(1)
    expect(stderr).toContain('Choose a licence: npm pkg set license=<SPDX id>.')
    expect(stderr).toContain('Add its text as LICENSE.')
    expect(stderr).toContain('Name the repository: npm pkg set repository.url=')
  })

  test('the commands of the manual decide everything', () => {
    const commands = manual.match(/^npm pkg set .+$/gm)!
    expect(commands).toHaveLength(3)
    for (const command of commands) spawnSync('bash', ['-ec', command], { cwd: copy })
    writeFileSync(join(copy, 'LICENSE'), 'The text of the licence.\n')
    expect(npm('run', 'prepublishOnly')).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))).toMatchObject({
      name: '@owner/federation-check',
      license: 'MIT',
      repository: { type: 'git', directory: 'packages/federation-check' },
      bugs: { url: 'https://github.com/OWNER/REPOSITORY/issues' },
      homepage: 'https://github.com/OWNER/REPOSITORY/tree/main/packages/federation-check#readme',
    })
  })
})
