// What the working tree is compared with: a folder, a commit, a file with one schema.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, print, visit, type DocumentNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCommand } from './check-command.ts'
import config, { root } from '../../../../schema/check.config.ts'
import type { Report } from '../../src/run.ts'
import { commitFiles } from '../../src/sources/commit.ts'
import { folderFiles } from '../../src/sources/folder.ts'
import { mergeBase } from '../../src/sources/git.ts'
import { knownOperations } from '../../src/sources/documents/known-operations.ts'
import { readTree } from '../../src/sources/tree.ts'
import { ProjectCopy, withOneMore } from './project-copy.ts'

let copy: ProjectCopy
beforeAll(() => void (copy = new ProjectCopy()))
afterAll(() => copy.remove())

async function checkAgainst(base: string, ...args: string[]) {
  const { code, out = '', err } = await checkCommand(['--base', base, '--format', 'json', ...args])
  expect(err).toBeUndefined()
  const { findings, steps } = JSON.parse(out) as Report
  const impossible = steps.filter(({ notPossible }) => notPossible).map(({ step }) => step)
  return { code, ids: findings.map(({ id }) => id), impossible }
}

const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...identity, ...args], { cwd: copy.folder, stdio: 'pipe' }).toString()
}

describe('a folder', () => {
  test('that is a copy of the project differs in nothing', async () => {
    expect(await checkAgainst(copy.folder)).toMatchObject({ code: 0, ids: [] })
  })

  test('that has one field more', async () => {
    await copy.changed(withOneMore, async () => {
      const { code, ids } = await checkAgainst(copy.folder)
      expect(code).toBe(1)
      expect(ids).toContain('field-removed:Quest.gone')
      expect((await checkAgainst(copy.folder, '--fail-on-unused=false')).code).toBe(0)
    })
  })

  test('that has one file for each subgraph, with the shared types in it', async () => {
    const flat = mkdtempSync(join(tmpdir(), 'ecosystem-flat-'))
    const shared = readFileSync(join(root, 'foundation/common.graphql'), 'utf8')
    try {
      for (const [name, text] of copy.sdl)
        writeFileSync(join(flat, `${name}.graphql`), text + copy.generated(name) + shared)
      expect(await checkAgainst(flat)).toMatchObject({ code: 0, ids: [] })
    } finally {
      rmSync(flat, { recursive: true })
    }
  })

  test('in another format and order differs in nothing', async () => {
    await copy.changed(
      (sdl) => print(backwards(parse(sdl))),
      async () => expect(await checkAgainst(copy.folder)).toMatchObject({ code: 0, ids: [] }),
    )
  })
})

test('documents of frontends may lie in folders, and are called by their path', () => {
  const folder = join(copy.folder, 'schema/operations/phone/start')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, 'quests.graphql'), 'query Quests { quests { totalCount } }')
    const tree = { ...readTree(folderFiles(copy.folder), config), manifests: [] }
    const known = knownOperations(tree, {})
    expect(known.map(({ name }) => name)).toEqual([
      'dashboard.graphql',
      'phone/start/quests.graphql',
    ])
  } finally {
    rmSync(join(copy.folder, 'schema/operations/phone'), { recursive: true })
  }
})

test('a base that nobody composed is compared by its API schema, and does not pass', async () => {
  const supergraph = join(copy.folder, 'schema/supergraph.graphql')
  const file = join(copy.folder, 'schema/api.graphql')
  const api = readFileSync(file, 'utf8')
  const sdl = readFileSync(copy.file('path'), 'utf8')
  renameSync(supergraph, `${supergraph}.old`)
  writeFileSync(file, api.replace(/type Course .*\{/, '$&\n  gone: Int'))
  writeFileSync(copy.file('path'), sdl.replace('title: String!', 'title: Nothing'))
  try {
    const { code, ids, impossible } = await checkAgainst(copy.folder)
    expect(code).toBe(1)
    expect(ids).toContain('field-removed:Course.gone')
    expect(ids).toContain('step-skipped:plans')
    expect(impossible).toEqual(['plans'])
  } finally {
    writeFileSync(file, api)
    writeFileSync(copy.file('path'), sdl)
    renameSync(`${supergraph}.old`, supergraph)
  }
})

test('sources of the base that were not generated from are not compared', async () => {
  const sdl = readFileSync(copy.file('path'), 'utf8')
  writeFileSync(copy.file('path'), withOneMore(sdl, 'path'))
  const found = await checkAgainst(copy.folder)
  writeFileSync(copy.file('path'), sdl)
  expect(found).toMatchObject({ code: 0, ids: ['base-not-served:path'] })
})

/** Everything whose order means nothing, in reverse. */
function backwards(document: DocumentNode): DocumentNode {
  const turned = visit(document, {
    leave: (node) => {
      const lists = Object.entries(node).filter(([, value]) => Array.isArray(value))
      const reversed = lists.map(([name, list]) => [name, (list as unknown[]).toReversed()])
      return { ...node, ...(Object.fromEntries(reversed) as object) } as typeof node
    },
  })
  return turned
}

describe('a file', () => {
  test('with a supergraph: what needs more is told as not possible', async () => {
    const found = await checkAgainst(join(root, 'schema/supergraph.graphql'))
    expect(found).toMatchObject({ code: 0, ids: [] })
    expect(found.impossible).toEqual(['rest', 'events'])
  })

  test('with an API schema: nothing is known of subgraphs', async () => {
    const found = await checkAgainst(join(root, 'schema/api.graphql'))
    expect(found).toMatchObject({ code: 0, ids: [] })
    expect(found.impossible).toEqual(['federation', 'authorization', 'plans', 'rest', 'events'])
  })
})

test('a commit is read from its files, whatever the working tree says', () => {
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'First')
  const text = readFileSync(copy.file('path'), 'utf8')
  writeFileSync(copy.file('path'), 'nothing')
  const tree = readTree(commitFiles(copy.folder, 'HEAD'), config)
  const committed = tree.subgraphs.find(({ name }) => name === 'path')?.texts
  expect(committed?.[0]).toEqual({ file: 'subgraphs/path/schema.graphql', text })
  expect(committed?.[1]?.file).toBe('foundation/common.graphql')
  expect(mergeBase(copy.folder)).toBe(git('rev-parse', 'HEAD').trim())
  writeFileSync(copy.file('path'), text)
})
