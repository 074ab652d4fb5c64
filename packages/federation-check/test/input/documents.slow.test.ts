// Documents of frontends as they lie in a repository: links, other endings of files and of lines, fragments.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSchema } from 'graphql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkOperations } from '../../src/operations/operations.ts'
import { commitFiles } from '../../src/sources/commit.ts'
import { folderFiles } from '../../src/sources/folder.ts'
import type { Files } from '../../src/sources/files.ts'
import { knownOperations } from '../../src/sources/documents/known-operations.ts'
import { readTree } from '../../src/sources/tree.ts'

const LAYOUT = {
  subgraphs: 'subgraphs/<name>/schema*.graphql',
  documents: ['schema/operations/**/*.{graphql,gql}'],
}
const SDL = 'type Query { quest: Quest }\ntype Quest { id: ID! title: String }\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ecosystem-documents-'))
  write('subgraphs/path/schema.graphql', SDL)
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  symlinkSync(target, join(folder, path))
}

/** The files as they lie there, and as a commit has them. */
const STATES: Readonly<Record<string, () => Files>> = {
  'a folder': () => folderFiles(folder),
  'a commit': () => {
    const git = (...args: string[]) => {
      const identity = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
      return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
    }
    git('-c', 'core.autocrlf=false', 'init', '--quiet')
    git('-c', 'core.autocrlf=false', 'add', '--all')
    git('commit', '--quiet', '--message', 'First')
    return commitFiles(folder, git('rev-parse', 'HEAD'))
  },
}

const problems = () => {
  const known = knownOperations(readTree(folderFiles(folder), LAYOUT), {})
  const graph = { subgraphs: [], errors: [], schema: buildSchema(SDL) }
  return checkOperations(known, { graph, variants: new Map() })
}

describe.each(Object.keys(STATES))('in %s', (state) => {
  const read = () => readTree(STATES[state]!(), LAYOUT)
  const names = () => read().operations.map(({ file }) => file)

  test('a link to a document is followed', () => {
    write('elsewhere/quest.graphql', '{ quest { id } }')
    link('schema/operations/phone/quest.graphql', '../../../elsewhere/quest.graphql')
    expect(read().operations).toEqual([
      {
        file: 'schema/operations/phone/quest.graphql',
        name: 'phone/quest.graphql',
        text: '{ quest { id } }',
      },
    ])
  })

  test('a path with a dot is that of the file', () => {
    write('elsewhere/quest.graphql', '{ quest { id } }')
    const path = './elsewhere/../elsewhere/quest.graphql'
    expect(STATES[state]!().read([path]).get(path)).toBe('{ quest { id } }')
  })

  test('a link to a folder is followed, and what in it is a link again', () => {
    write('elsewhere/one/quest.graphql', '{ quest { id } }')
    link('elsewhere/two', 'one')
    link('schema/operations/phone', '../../elsewhere')
    expect(names()).toEqual([
      'schema/operations/phone/one/quest.graphql',
      'schema/operations/phone/two/quest.graphql',
    ])
  })

  test('a link to the folder that it lies in ends', () => {
    write('schema/operations/quest.graphql', '{ quest { id } }')
    link('schema/operations/again', '.')
    expect(names()).toEqual(['schema/operations/quest.graphql'])
  })

  test.each([
    ['out of the project', '/etc/hostname'],
    ['to nothing', 'nothing.graphql'],
  ])('a link that leads %s is refused', (_title, target) => {
    link('schema/operations/far.graphql', target)
    expect(read).toThrow(
      'schema/operations/far.graphql is a symbolic link that does not lead to a file inside',
    )
  })

  test('a document may end with .gql', () => {
    write('schema/operations/quest.gql', '{ quest { id } }')
    expect(names()).toEqual(['schema/operations/quest.gql'])
  })

  test('CRLF and a BOM are no change', () => {
    write('schema/operations/quest.graphql', '\uFEFF{\r\n  quest { id }\r\n}\r\n')
    write('subgraphs/path/schema.graphql', `\uFEFF${SDL.replaceAll('\n', '\r\n')}`)
    const { operations, subgraphs } = read()
    expect(operations[0]?.text).toBe('{\n  quest { id }\n}\n')
    expect(subgraphs[0]?.texts[0]?.text).toBe(SDL)
  })
})

describe('fragments', () => {
  test('may stand in another file, and use further ones', () => {
    write('schema/operations/quest.graphql', '{ quest { ...All } }')
    write('schema/operations/all.graphql', 'fragment All on Quest { id ...Title }')
    write('schema/operations/title.gql', 'fragment Title on Quest { title }')
    expect(problems()).toEqual([])
  })

  test('are told in their own file, by the operation that uses them', () => {
    write('schema/operations/quest.graphql', '{ quest { ...All } }')
    write('schema/operations/all.graphql', '\nfragment All on Quest { gone }')
    expect(problems()).toMatchObject([
      {
        id: 'operation-broken:frontend/quest.graphql:Quest.gone',
        file: 'schema/operations/all.graphql',
        line: 2,
      },
    ])
  })

  test('that nobody uses are checked by themselves', () => {
    write('schema/operations/all.graphql', 'fragment All on Quest { id }')
    expect(problems()).toEqual([])
    write('schema/operations/all.graphql', 'fragment All on Quest { gone }')
    expect(problems()).toHaveLength(1)
  })

  test('that no file has break a document', () => {
    write('schema/operations/quest.graphql', '{ quest { ...All } }')
    expect(problems()).toHaveLength(1)
  })
})
