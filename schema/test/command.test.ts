// The command: what it compares with, what it refuses, and how it ends.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from '../check.ts'
import { root } from '../check/project.ts'
import type { Report } from '../check/run.ts'
import { commitFiles, mergeBase } from '../check/sources/files.ts'
import { readTree } from '../check/sources/tree.ts'

let folder: string
const quests = () => join(folder, 'subgraphs/path/schema.graphql')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ecosystem-check-'))
  for (const part of ['subgraphs', 'schema', 'foundation']) {
    const isRead = (path: string) => !/\.ts$|\/test\b/.test(path)
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isRead })
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs it in JSON. */
async function report(...args: string[]) {
  const { code, out = '', err } = await command([...args, '--format', 'json'], false)
  expect(err).toBeUndefined()
  return { code, report: JSON.parse(out) as Report }
}

const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' }).toString()
}

describe('the base', () => {
  test('is a folder, and the project equals its own copy', async () => {
    const { code, report: found } = await report('--base', folder)
    expect(found.findings).toEqual([])
    expect(code).toBe(0)
  })

  test('is a folder that had one field more', async () => {
    const text = readFileSync(quests(), 'utf8')
    try {
      writeFileSync(
        quests(),
        text
          .replace('type Quest @key', 'type Quest @shareable @key')
          .replace('  title: String!', '  title: String!\n  gone: Int'),
      )
      const { code, report: found } = await report('--base', folder)
      expect(code).toBe(1)
      expect(found.findings.map(({ id }) => id)).toContain('field-removed:Quest.gone')
      const lenient = await report('--base', folder, '--fail-on-unused=false')
      expect(lenient.code).toBe(0)
    } finally {
      writeFileSync(quests(), text)
    }
  })

  test('has its shared types in every file, and they have moved', async () => {
    const common = join(folder, 'foundation/common.graphql')
    const shared = readFileSync(common, 'utf8')
    const files = globSync(join(folder, 'subgraphs/*/schema.graphql'))
    try {
      for (const file of files) appendFileSync(file, shared)
      rmSync(common)
      expect((await report('--base', folder)).report.findings).toEqual([])
    } finally {
      for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replace(shared, ''))
      writeFileSync(common, shared)
    }
  })

  test('is a supergraph: what needs more is told as not possible', async () => {
    const { code, report: found } = await report('--base', join(root, 'schema/supergraph.graphql'))
    expect(found.findings).toEqual([])
    expect(found.steps.filter(({ notPossible }) => notPossible).map(({ step }) => step)).toEqual([
      'rest',
    ])
    expect(code).toBe(0)
  })

  test('is an API schema: nothing is known of subgraphs', async () => {
    const { report: found } = await report('--base', join(root, 'schema/api.graphql'))
    expect(found.findings).toEqual([])
    expect(found.steps.filter(({ notPossible }) => notPossible).map(({ step }) => step)).toEqual([
      'federation',
      'authorization',
      'plans',
      'rest',
    ])
  })

  test('is read from the files of a commit, whatever the working tree says', () => {
    git('init', '--quiet', '--initial-branch', 'main')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'First')
    const text = readFileSync(quests(), 'utf8')
    writeFileSync(quests(), 'nothing')
    const tree = readTree(commitFiles(folder, 'HEAD'))
    const committed = tree.subgraphs.find(({ name }) => name === 'path')?.texts
    expect(committed?.[0]).toEqual({ file: 'subgraphs/path/schema.graphql', text })
    expect(committed?.[1]?.file).toBe('foundation/common.graphql')
    expect(mergeBase(folder)).toBe(git('rev-parse', 'HEAD').trim())
    writeFileSync(quests(), text)
  })
})

describe('wrong use ends with 2 and a sentence', () => {
  test.each([
    ['an option that does not exist', ['--nope'], "Unknown option '--nope'"],
    ['a format that does not exist', ['--format', 'xml'], 'There is no format xml.'],
    ['a base that does not exist', ['--base', 'no-such-ref'], 'is neither a commit nor a path'],
    ['a base of no schema', ['--base', join(root, 'README.md')], 'README.md cannot be read'],
    [
      'a folder of no schema',
      ['--base', join(root, 'docs')],
      'has no subgraphs/<name>/schema.graphql',
    ],
    ['another severity', ['--fail-on', 'safe'], '--fail-on must be breaking or dangerous.'],
    ['neither true nor false', ['--fail-on-unused=no'], '--fail-on-unused must be true or false.'],
    [
      'approvals that do not exist',
      ['--allow', 'missing.yaml'],
      '--allow missing.yaml cannot be read.',
    ],
  ])('%s', async (_title, args, sentence) => {
    const { code, err } = await command(args, false)
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })

  test.each([
    ['no list', 'change: x', 'must be a list of approvals'],
    ['no YAML', '- [', 'approvals.yaml: '],
    [
      'nobody who answers for it',
      '- change: x\n  reason: y\n  expires: 2026-01-01',
      'must say owner',
    ],
    ['no day', '- {change: x, reason: y, owner: z, expires: soon}', 'must expire on a day'],
  ])('approvals with %s', async (_title, text, sentence) => {
    const file = join(folder, 'approvals.yaml')
    writeFileSync(file, text)
    const { code, err } = await command(['--base', folder, '--allow', file], false)
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })
})

test('help says how to use it', async () => {
  const { code, out } = await command(['--help'], false)
  expect(out).toContain('--fail-on-unused=false')
  expect(code).toBe(0)
})

/** Told at the end, in microseconds: what else the machine does must not count. */
const TELL_CPU = 'process.on("exit", () => console.error(JSON.stringify(process.cpuUsage())))'

test('the whole check of this project, with a change in it, takes less than 5 seconds of a processor', () => {
  const run = (): number => {
    const base = ['--base', folder, '--fail-on-unused=false']
    const args = ['--import', `data:text/javascript,${TELL_CPU}`, 'schema/check.ts', ...base]
    const { stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    const { user, system } = JSON.parse(stderr.trim().split('\n').at(-1)!) as NodeJS.CpuUsage
    return user + system
  }
  const text = readFileSync(quests(), 'utf8')
  try {
    writeFileSync(quests(), text.replace('  title: String!', '  title: String!\n  gone: Int'))
    expect(run()).toBeLessThan(5_000_000)
  } finally {
    writeFileSync(quests(), text)
  }
}, 120_000)
