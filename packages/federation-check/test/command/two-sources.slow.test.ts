// `federation-check BASE HEAD` in a folder that has no configuration, no layout and no repository.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'graphql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { tryCompose } from '../../src/graph/compose.ts'
import { Project, reportOf } from '../project.ts'

const started = process.cwd()
let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'federation-check-')))
  process.chdir(folder)
  vi.stubEnv('INIT_CWD', '')
})

afterEach(() => {
  process.chdir(started)
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const check = (...args: string[]) => command(args, false)

async function idsOf(...args: string[]): Promise<string[]> {
  const { findings } = await reportOf(...args)
  return findings.map(({ severity, id }) => `${severity} ${id}`)
}

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

/** Two files of one schema each. */
function writePair(old: string, next: string): void {
  write('old.graphql', old)
  write('new.graphql', next)
}

const FILES = ['old.graphql', 'new.graphql']

describe('two schema files', () => {
  beforeEach(() => writePair('type Query { a: Int b: Int }', 'type Query { a: Int c: Int }'))

  test('two files are compared as --base and --head', async () => {
    expect(await idsOf(...FILES)).toEqual([
      'breaking field-removed:Query.b',
      'safe field-added:Query.c',
    ])
    const { code, out } = await check(...FILES)
    const { out: named } = await check('--base', 'old.graphql', '--head', 'new.graphql')
    const untimed = (text = '') => text.replaceAll(/ +\d+ ms$/gm, '')
    expect(code).toBe(1)
    expect(untimed(out)).toBe(untimed(named))
  })

  test('options may stand before, between and after the two sources', async () => {
    const { out } = await check('--format', 'json', 'old.graphql', '--fail-on=dangerous', FILES[1]!)
    expect(JSON.parse(out!)).toMatchObject({ summary: { breaking: 1 } })
  })

  test('steps that a schema file cannot answer say what they need', async () => {
    const { steps } = await reportOf(...FILES)
    const reasons = Object.fromEntries(steps.map(({ step, notPossible }) => [step, notPossible]))
    const advice = 'Compare supergraphs, or folders with the SDL of all subgraphs.'
    expect(reasons.federation).toBe(`The head has no subgraphs. ${advice}`)
    expect(reasons.authorization).toBeUndefined()
  })

  test('two files of one name are named by their paths', async () => {
    const paths = ['old', 'new'].map((folder) => join(folder, 'schema.graphql'))
    for (const [index, path] of paths.entries()) {
      mkdirSync(join(folder, dirname(path)))
      write(path, `type Query { a${index}: Int }`)
    }
    expect((await check(...paths)).out).toMatch(
      /^Schema check of new\/schema\.graphql against old\/schema\.graphql\n/,
    )
  })

  test('the report of a head without approvals names the option for them', async () => {
    expect((await check(...FILES)).out).toContain(
      'To approve a change, add its id to a file that --allow names.',
    )
  })
})

describe('schemas as other tools write them', () => {
  const AUTH = 'directive @auth(role: String) on FIELD_DEFINITION | OBJECT\n'

  test('a guard counts although nothing defines its directive', async () => {
    writePair('type Query { a: Int @auth }', 'type Query { a: Int }')
    const { findings } = await reportOf(...FILES)
    expect(findings.map(({ severity }) => severity)).toEqual(['security'])
  })

  test('directives of gqlgen that no file defines do not stop the check', async () => {
    const type = (field: string) =>
      `type Query { user: User }\ntype User @goModel(model: "db.User") { id: ID @goField(forceResolver: true) ${field} }`
    writePair(type('name: String'), type(''))
    expect(await idsOf(...FILES)).toEqual(['breaking field-removed:User.name'])
  })

  test('a field that is written twice alike, as in the SDL of GitHub, is read once', async () => {
    const field = '"""One.""" seats(first: Int = 1): Int'
    const twice = `type Query { ${field} ${field.replace('One', 'Two')} b: Int }`
    writePair(twice, twice.replace(' b: Int', ''))
    expect(await idsOf(...FILES)).toEqual(['breaking field-removed:Query.b'])
  })

  test('a field that is written twice differently is refused with its line', async () => {
    writePair('type Query { a: Int }', 'type Query {\n  a: Int\n  a: String\n}')
    const { err } = await check(...FILES)
    expect(err).toBe('new.graphql:3: Field "Query.a" can only be defined once.')
  })

  const PRODUCT = `extend type Query { top: [Product] }
type Product @key(fields: "id") { id: ID! price: Int @auth weight: Int }
${AUTH}`

  test('two files of one subgraph are composed alone', async () => {
    writePair(PRODUCT, PRODUCT.replace(' @auth weight: Int', ''))
    const ids = await idsOf(...FILES)
    expect(ids).toContain('breaking field-removed:Product.weight')
    expect(ids.filter((id) => id.startsWith('security'))).toHaveLength(1)
  })

  test('a subgraph that needs others is refused with the way to compare it', async () => {
    const part =
      'extend type Product @key(fields: "id") { id: ID! @external price: Int @external tax: Int @requires(fields: "price") }'
    writePair(part, part)
    expect((await check(...FILES)).err).toMatch(
      /^new\.graphql is the SDL of one subgraph, not a whole schema: .+ Name the folder of all subgraphs instead/,
    )
  })
})

describe('wrong arguments', () => {
  beforeEach(() => writePair('type Query { a: Int }', 'type Query { a: Int }'))

  test.each([
    [
      ['old.graphql'],
      'Name a second source to compare old.graphql with: federation-check old.graphql HEAD. To compare the working tree with it, write --base old.graphql.',
    ],
    [['chnagelog'], 'There is no command chnagelog. Did you mean changelog?'],
    [['changelgo', 'v1', 'v2'], 'There is no command changelgo. Did you mean changelog?'],
    [['changelgo', 'v1'], 'There is no command changelgo. Did you mean changelog?'],
    [[...FILES, 'third.graphql'], "Unexpected argument 'third.graphql'."],
    [[...FILES, '--base', 'main'], 'Name the base once: as old.graphql or with --base.'],
    [[...FILES, '--head', 'main'], 'Name the head once: as new.graphql or with --head.'],
    [['old.graphql', ''], 'HEAD must not be empty.'],
    [['-', '-'], 'Only one side can be read from stdin.'],
    [['old.graphql', 'missing.graphql'], 'HEAD missing.graphql: there is no such file.'],
    [['missing.graphql', 'new.graphql'], 'BASE missing.graphql: there is no such file.'],
    [['old.graphql', 'v1.4.0'], 'HEAD v1.4.0 is neither a commit nor a path.'],
  ])('%j end with code 2 and say what to write', async (args, message) => {
    const { code, out, err } = await check(...args)
    expect({ code, out }).toEqual({ code: 2, out: undefined })
    expect(err).toContain(message)
  })

  test('a file with the name of a mistyped command is a source', async () => {
    write('changelogs', 'type Query { a: Int b: Int }')
    expect(await idsOf('changelogs', 'new.graphql')).toEqual(['breaking field-removed:Query.b'])
  })
})

describe('sources of every kind', () => {
  test('two supergraphs are compared with their guards', async () => {
    const old = supergraph('@authenticated')
    expect(old).toContain('enum join__Graph')
    writePair(old, supergraph(''))
    expect(await idsOf(...FILES)).toEqual([
      'security authenticated-removed:shop/Query.price:a token>nothing',
    ])
  })

  test('two folders and two commits are compared in a repository without a configuration', async () => {
    const project = new Project()
    try {
      rmSync(join(project.root, 'federation-check.config.json'))
      project.commit('No configuration')
      project.git('tag', 'v1')
      project.edit('subgraphs/books.graphql', '  cover: String\n', '')
      project.commit('The change')
      process.chdir(project.root)
      const ids = await idsOf('v1', 'HEAD')
      expect(ids).toContain('breaking field-removed:Book.cover')
      project.git('worktree', 'add', '--quiet', join(folder, 'before'), 'v1')
      process.chdir(folder)
      expect(await idsOf('before', project.root)).toEqual(ids)
    } finally {
      process.chdir(folder)
      project.remove()
    }
  })
})

describe('two folders with a configuration of their own', () => {
  const CONFIG = {
    subgraphs: '<name>.graphql',
    guards: ['tier'],
    order: { roles: [['SILVER', 'GOLD']] },
  }
  const SDL = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
    directive @tier(role: String) on FIELD_DEFINITION
    type Query { price: Int @tier(role: "SILVER") stock: Int @tier(role: "SILVER") }`

  function writeSide(name: string, sdl: string, config: object | undefined): void {
    mkdirSync(join(folder, name))
    write(`${name}/shop.graphql`, sdl)
    if (config) write(`${name}/federation-check.config.json`, JSON.stringify(config))
  }

  const CHANGED = SDL.replace('price: Int @tier(role: "SILVER")', 'price: Int').replace(
    'stock: Int @tier(role: "SILVER")',
    'stock: Int @tier(role: "GOLD")',
  )
  const FOUND = [
    'security guard-removed:shop/Query.price:@tier(role: "SILVER")>nothing',
    'breaking authorization-tightened:shop/Query.stock:@tier(role: "SILVER")>@tier(role: "GOLD")',
  ]
  const CONFIG_CHANGED = expect.stringMatching(/^breaking config-changed:/) as unknown

  test('the guards and the order of both count', async () => {
    writeSide('before', SDL, CONFIG)
    writeSide('after', CHANGED, CONFIG)
    expect(await idsOf('before', 'after')).toEqual(FOUND)
  })

  test('those of the head count where they change, which is a finding', async () => {
    writeSide('before', SDL, { ...CONFIG, order: {} })
    writeSide('after', CHANGED, CONFIG)
    expect(await idsOf('before', 'after')).toEqual([CONFIG_CHANGED, ...FOUND])
  })

  test('those of the base count where the head has none', async () => {
    writeSide('before', SDL, CONFIG)
    writeSide('after', CHANGED, undefined)
    expect(await idsOf('before', 'after')).toEqual([CONFIG_CHANGED, ...FOUND])
  })
})

function supergraph(guard: string): string {
  const sdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@authenticated"])
    type Query { price: Int ${guard} }`
  const composed = tryCompose([{ name: 'shop', url: '', typeDefs: parse(sdl) }])
  if (composed.errors) throw composed.errors[0]!
  return composed.supergraph
}
