// The command: what it refuses, and how it ends.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkCommand } from './check-command.ts'
import { root } from '../../../../schema/check.config.ts'
import { gitProblem } from '../../src/sources/git.ts'
import { ProjectCopy } from './project-copy.ts'

let copy: ProjectCopy
beforeAll(() => void (copy = new ProjectCopy()))
afterAll(() => copy.remove())

describe('wrong use ends with 2 and a sentence', () => {
  test.each([
    ['an option that does not exist', ['--nope'], "Unknown option '--nope'"],
    [
      'a format that does not exist',
      ['--format', 'xml'],
      'Unknown format xml. Use one of text, json, html, markdown, github, sarif, junit.',
    ],
    [
      'a format that every object has a member for',
      ['--format', 'constructor'],
      'Unknown format constructor.',
    ],
    ['a base that does not exist', ['--base', 'no-such-ref'], 'is neither a commit nor a path'],
    ['an empty base', ['--base', ''], '--base must not be empty.'],
    ['empty approvals', ['--allow', ''], '--allow must not be empty.'],
    ['an approval of nobody', ['--approved-by', ''], '--approved-by must not be empty.'],
    ['a base of no schema', ['--base', join(root, 'README.md')], 'README.md cannot be read'],
    [
      'a folder of no schema',
      ['--base', join(root, 'docs')],
      'docs contains no schema: it needs schema/supergraph.graphql, subgraphs/<name>/schema*.graphql or <name>.graphql.',
    ],
    [
      'a folder of generated schemas',
      ['--base', join(root, 'schema')],
      'schema contains no schema: it needs schema/supergraph.graphql',
    ],
    ['another severity', ['--fail-on', 'safe'], '--fail-on must be breaking or dangerous.'],
    ['neither true nor false', ['--fail-on-unused=no'], '--fail-on-unused must be true or false.'],
    [
      'approvals that do not exist',
      ['--allow', 'missing.yaml'],
      '--allow missing.yaml cannot be read: ENOENT: no such file or directory.',
    ],
  ])('%s', async (_title, args, sentence) => {
    const { code, err } = await checkCommand(args)
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })

  test.each([
    ['no list', 'change: x', 'must be a list of approvals'],
    ['no YAML', '- [', 'approvals.yaml:1: '],
    [
      'nobody who answers for it',
      '- change: x\n  reason: y\n  expires: 2026-01-01',
      'has no owner',
    ],
    ['no day', '- {change: x, reason: y, owner: z, expires: soon}', 'expires must be a date'],
    [
      'a day that no calendar has',
      '- {change: x, reason: y, owner: z, expires: 2026-99-99}',
      'approval 1 (x): expires must be a date',
    ],
    [
      'a day that the month has not',
      '- {change: x, reason: y, owner: z, expires: 2026-02-30}',
      'approval 1 (x): expires must be a date',
    ],
  ])('approvals with %s', async (_title, text, sentence) => {
    const file = join(copy.folder, 'approvals.yaml')
    writeFileSync(file, text)
    const { code, err } = await checkCommand(['--base', copy.folder, '--allow', file])
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  })
})

test('whatever else goes wrong ends with 2 and one sentence', async () => {
  const folder = mkdtempSync(join(copy.folder, 'plugin-'))
  const plugin = `export default { name: 'x', rules: {}, check() { throw new Error('No rule.') } }`
  writeFileSync(join(folder, 'plugin.mjs'), plugin)
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ plugins: ['./plugin.mjs'] }))
  for (const [side, field] of [
    ['before', 'a'],
    ['after', 'b'],
  ]) {
    mkdirSync(join(folder, side!))
    writeFileSync(join(folder, side!, 'one.graphql'), `type Query { ${field}: Int }`)
  }
  const sides = ['--base', join(folder, 'before'), '--head', join(folder, 'after')]
  const { code, out, err } = await checkCommand(['--config', config, ...sides])
  expect(out).toBeUndefined()
  expect(err).toBe('The check failed: Error: No rule.')
  expect(code).toBe(2)
})

describe('a report that is posted says that the check could not run', () => {
  const failed = async (format: string) => {
    const {
      code,
      out = '',
      err,
    } = await checkCommand(['--base', 'no-such-ref', '--format', format])
    expect(code).toBe(2)
    expect(err).toContain('is neither a commit nor a path')
    return out
  }

  test('as Markdown, in the place of the comment before', async () => {
    expect(await failed('markdown')).toMatch(
      /^<!-- schema-check -->\n\n### ❌ Schema check: it could not run\.\n\n- --base no-such-ref/,
    )
  })

  test('and nothing where a program reads it', async () => {
    expect(await failed('json')).toBe('')
  })
})

test('a relative path starts where the command was called', async () => {
  vi.stubEnv('npm_package_json', join(root, 'package.json'))
  vi.stubEnv('INIT_CWD', copy.folder)
  const { code, err } = await checkCommand(['--base', '.', '--allow', 'schema/none.yaml'])
  expect(err).toContain('--allow schema/none.yaml cannot be read')
  writeFileSync(join(copy.folder, 'schema/none.yaml'), '[]')
  const found = await checkCommand(['--base', '.', '--allow', 'schema/none.yaml'])
  vi.unstubAllEnvs()
  expect(code).toBe(2)
  expect(found).toMatchObject({ code: 0 })
  expect(found.out).toContain(`against ${copy.folder}`)
})

describe('without git', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('a default base is refused with the reason', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const { code, err } = await checkCommand([])
    expect(err).toBe(
      'Cannot run git: it is not installed, or not on PATH. Set --base to a folder or a file.',
    )
    expect(code).toBe(2)
  })

  test('a base that could be a commit is refused with the reason', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const { err } = await checkCommand(['--base', 'v1.4.0'])
    expect(err).toBe(
      '--base v1.4.0 is neither a commit nor a path. Cannot run git: it is not installed, or not on PATH.',
    )
  })

  test('a folder that is no repository is named', () => {
    expect(gitProblem(copy.folder)).toMatch(/^git cannot read .*not a git repository.*\.$/)
  })
})
