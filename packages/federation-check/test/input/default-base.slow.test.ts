// What a check without --base compares with, in every state that a clone can be in.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBase } from '../../src/graph/composition.ts'
import { readBase } from '../../src/sources/source.ts'
import { mergeBase } from '../../src/sources/git.ts'

let folder: string
let root: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ecosystem-clone-'))
  root = join(folder, 'clone')
  mkdirSync(join(folder, 'origin'))
  gitIn(join(folder, 'origin'), 'init', '--quiet', '--initial-branch', 'main')
  for (const n of [1, 2]) commit(join(folder, 'origin'), n)
  gitIn(folder, 'clone', '--quiet', `file://${join(folder, 'origin')}`, root)
})
afterEach(() => rmSync(folder, { recursive: true }))

function gitIn(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' })
    .toString()
    .trim()
}

const git = (...args: string[]) => gitIn(root, ...args)
const at = (ref: string) => git('rev-parse', ref)

function commit(cwd: string, number: number): void {
  const file = join(cwd, 'subgraphs/a/schema.graphql')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `type Query { q${number}: Int }`)
  gitIn(cwd, 'add', '--all')
  gitIn(cwd, 'commit', '--quiet', '--message', `Change ${number}`)
}

test.each<[state: string, base: string, arrange: () => unknown]>([
  ['main', 'HEAD^', () => undefined],
  ['a commit of main, as CI checks it out,', 'HEAD^', () => git('switch', '--quiet', '--detach')],
  [
    'a branch without a commit of its own',
    'origin/main',
    () => git('switch', '--quiet', '--create', 'change'),
  ],
  [
    'main with commits that are not pushed',
    'origin/main',
    () => [3, 4].map((n) => commit(root, n)),
  ],
  [
    'a branch, also where the local main is behind,',
    'origin/main',
    () => {
      git('branch', '--force', 'stale', 'HEAD^')
      git('switch', '--quiet', '--create', 'change')
      git('branch', '--force', 'main', 'stale')
      commit(root, 3)
    },
  ],
  [
    'a branch without a remote',
    'main',
    () => {
      git('remote', 'remove', 'origin')
      git('switch', '--quiet', '--create', 'change')
      commit(root, 3)
    },
  ],
])('%s is compared with %s', (_state, base, arrange) => {
  arrange()
  expect(mergeBase(root)).toBe(at(base))
})

test('without main, the error names the branch that there is', () => {
  git('branch', '--move', 'master')
  git('remote', 'remove', 'origin')
  expect(() => mergeBase(root)).toThrow('For another branch: --base $(git merge-base HEAD master).')
})

describe('a base that is the head', () => {
  const layout = {
    subgraphs: 'subgraphs/<name>/schema.graphql',
    documents: ['schema/operations/*.graphql'],
  }
  const reported = async (base?: string) =>
    checkBase(await readBase(base, { root, layout })).map(({ id }) => id)

  test.each(['HEAD', 'main'])(
    'a base that is the head is found when it is named %s',
    async (ref) => {
      expect(await reported(ref)).toEqual(['base-is-head:base'])
    },
  )

  test('a base that is the folder itself is found', async () => {
    expect(await reported(root)).toEqual(['base-is-head:base'])
  })

  test('a base is the head when only something is new that the check does not read', async () => {
    writeFileSync(join(root, 'notes.txt'), 'Not for git.')
    expect(await reported('HEAD')).toEqual(['base-is-head:base'])
  })

  test('a base is not the head when a document is new that git does not know', async () => {
    mkdirSync(join(root, 'schema/operations'), { recursive: true })
    writeFileSync(join(root, 'schema/operations/new.graphql'), '{ a }')
    expect(await reported('HEAD')).toEqual([])
  })

  test('a base is not the head when something is changed, or another commit is the base', async () => {
    expect(await reported()).toEqual([])
    writeFileSync(join(root, 'subgraphs/a/schema.graphql'), 'type Query { other: Int }')
    expect(await reported('HEAD')).toEqual([])
  })
})
