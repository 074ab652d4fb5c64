// What the working tree is compared with: a folder, a commit, a file with one schema.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, print, visit, type DocumentNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCommand } from './check-command.ts'
import { root } from '../../../../schema/check.config.ts'
import type { Report } from '../../src/run.ts'
import { ProjectCopy } from './project-copy.ts'

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

describe('a folder', () => {
  test('a copy of the project differs in nothing', async () => {
    expect(await checkAgainst(copy.folder)).toMatchObject({ code: 0, ids: [] })
  })

  test('a folder with one file for each subgraph, with the shared types in it, differs in nothing', async () => {
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

  test('a folder in another format and order differs in nothing', async () => {
    await copy.changed(
      (sdl) => print(backwards(parse(sdl))),
      async () => expect(await checkAgainst(copy.folder)).toMatchObject({ code: 0, ids: [] }),
    )
  })
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
  test('a file with a supergraph cannot tell of REST and events', async () => {
    const found = await checkAgainst(join(root, 'schema/supergraph.graphql'))
    expect(found).toMatchObject({ code: 0, ids: [] })
    expect(found.impossible).toEqual(['rest', 'events'])
  })

  test('a file with an API schema cannot tell of subgraphs either', async () => {
    const found = await checkAgainst(join(root, 'schema/api.graphql'))
    expect(found).toMatchObject({ code: 0, ids: [] })
    expect(found.impossible).toEqual(['federation', 'authorization', 'plans', 'rest', 'events'])
  })
})
