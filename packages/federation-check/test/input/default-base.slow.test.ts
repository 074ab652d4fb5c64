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

test('on main, the commit before HEAD', () => {
  expect(mergeBase(root)).toBe(at('HEAD^'))
})

test('on a commit of main, as CI checks it out, the commit before it', () => {
  git('switch', '--quiet', '--detach')
  expect(mergeBase(root)).toBe(at('HEAD^'))
})

test('on a branch without a commit of its own, where it left main', () => {
  git('switch', '--quiet', '--create', 'change')
  expect(mergeBase(root)).toBe(at('origin/main'))
})

test('on main with commits that are not pushed, what is pushed', () => {
  for (const n of [3, 4]) commit(root, n)
  expect(mergeBase(root)).toBe(at('origin/main'))
})

test('on a branch, where it left origin/main, although the local main is behind', () => {
  git('branch', '--force', 'stale', 'HEAD^')
  git('switch', '--quiet', '--create', 'change')
  git('branch', '--force', 'main', 'stale')
  commit(root, 3)
  expect(mergeBase(root)).toBe(at('origin/main'))
})

test('without main, the error names the branch that there is', () => {
  git('branch', '--move', 'master')
  git('remote', 'remove', 'origin')
  expect(() => mergeBase(root)).toThrow('For another branch: --base $(git merge-base HEAD master).')
})

test('without a remote, where it left the local main', () => {
  git('remote', 'remove', 'origin')
  git('switch', '--quiet', '--create', 'change')
  commit(root, 3)
  expect(mergeBase(root)).toBe(at('main'))
})

test('a clone without the commit before HEAD is told to fetch it', () => {
  const shallow = join(folder, 'shallow')
  gitIn(folder, 'clone', '--quiet', '--depth', '1', `file://${join(folder, 'origin')}`, shallow)
  expect(() => mergeBase(shallow)).toThrow('The commit before HEAD is missing')
})

describe('a base that is the head is told', () => {
  const layout = {
    subgraphs: 'subgraphs/<name>/schema.graphql',
    documents: ['schema/operations/*.graphql'],
  }
  const reported = async (base?: string) =>
    checkBase(await readBase(base, { root, layout })).map(({ id }) => id)

  test.each(['HEAD', 'main'])('when it is named %s', async (ref) => {
    expect(await reported(ref)).toEqual(['base-is-head:base'])
  })

  test('when it is the folder itself', async () => {
    expect(await reported(root)).toEqual(['base-is-head:base'])
  })

  test('when only something is new that the check does not read', async () => {
    writeFileSync(join(root, 'notes.txt'), 'Not for git.')
    expect(await reported('HEAD')).toEqual(['base-is-head:base'])
  })

  test('and not when a document is new that git does not know', async () => {
    mkdirSync(join(root, 'schema/operations'), { recursive: true })
    writeFileSync(join(root, 'schema/operations/new.graphql'), '{ a }')
    expect(await reported('HEAD')).toEqual([])
  })

  test('and not when something is changed, or another commit is the base', async () => {
    expect(await reported()).toEqual([])
    writeFileSync(join(root, 'subgraphs/a/schema.graphql'), 'type Query { other: Int }')
    expect(await reported('HEAD')).toEqual([])
  })
})
