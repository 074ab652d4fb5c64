// Configurations of the installed package: with types, with a plugin, and invalid ones.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { write } from './support/cinema.ts'
import { federationCheck, findingsIn } from './support/command.ts'
import { NAME, outside } from './support/installed.ts'
import { NODES } from './support/nodes.ts'

const TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(inject('home'), 'config-'))
  write(join(folder, 'sdl/a.graphql'), 'type Query { a: Int b: Int }')
  write(join(folder, 'before/sdl/a.graphql'), 'type Query { a: Int c: Int }')
})

const PLUGIN = `
import { breaking } from '${NAME}'

export default {
  name: 'words',
  rules: { 'short-name': breaking('a name has one letter', '\`a\`') },
  check: (subgraphs, report) =>
    subgraphs.flatMap(({ name, document }) =>
      document.definitions
        .flatMap(({ fields = [] }) => fields)
        .filter((field) => field.name.value.length === 1)
        .map((node) => {
          const coordinate = node.name.value
          return report('short-name', { subgraph: name, coordinate, node }, 'Too short.')
        }),
    ),
  compare: (base, head, report) =>
    [report('short-name', { coordinate: 'graph' }, \`\${base.subgraphs.length}, \${head.subgraphs.length}\`)],
}
`

describe.each(Object.entries(NODES))('on Node %s', (version, node) => {
  const run = () => federationCheck(folder, ['--format', 'json', '--base', 'before'], { node })
  const check = async () => findingsIn(await run())

  test('a plugin in JavaScript finds what the change breaks, by JSON', async () => {
    write(join(folder, 'words.js'), PLUGIN)
    const config = { subgraphs: 'sdl/<name>.graphql', plugins: ['./words.js'] }
    write(join(folder, 'federation-check.config.json'), JSON.stringify(config))
    expect(await check()).toEqual([
      'dangerous config-not-compared:federation-check.config.json',
      'breaking field-removed:Query.c',
      'safe field-added:Query.b',
      'breaking short-name:a/b',
      'breaking short-name:graph',
    ])
  })

  test('a configuration in TypeScript rates rules anew, or is refused with what to do', async () => {
    write(join(folder, 'federation-check.config.ts'), TYPED)
    if (version === '22.1.0') {
      const { code, err } = await run()
      expect({ code, err }).toEqual({ code: 2, err: WITHOUT_TYPES })
      return
    }
    expect(await check()).toEqual([
      // Nothing tells whether the change turns the rule down.
      expect.stringMatching(/^breaking config-changed:federation-check\.config\.ts:/),
      'dangerous field-removed:Query.c',
      'safe no-new-fields:graph',
    ])
  })
})

const WITHOUT_TYPES = `federation-check.config.ts: Node 22.1.0 runs no TypeScript. Use Node 22.18 or later, or write the configuration as .mjs or .json.
`

const TYPED = `
import { safe, type Config, type Plugin } from '${NAME}'

const plugin: Plugin = {
  name: 'frozen',
  rules: { 'no-new-fields': safe('a field is new', '\`b\`') },
  compare: (base, head, report) =>
    base.api === head.api ? [] : [report('no-new-fields', { coordinate: 'graph' }, 'New.')],
}

const config: Config = {
  subgraphs: 'sdl/<name>.graphql',
  rules: { 'field-removed': 'dangerous', 'field-added': 'off' },
  plugins: [plugin],
}

export default config
`

describe('the types of a configuration', () => {
  const compile = () => {
    const options = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: [] }
    write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    return execFileSync(process.execPath, [TSC], { cwd: folder, env: outside() }).toString()
  }

  test('the types of the package compile', () => {
    write(join(folder, 'federation-check.config.ts'), TYPED)
    expect(compile()).toBe('')
  })

  test('the types refuse an unknown setting', () => {
    const text = TYPED.replace('subgraphs:', 'subgraph:')
    write(join(folder, 'federation-check.config.ts'), text)
    expect(compile).toThrow()
  })
})

const SUBGRAPHS = 'sdl/<name>.graphql'

test.each([
  [{ subgraphs: 'sdl/*.graphql' }, 'subgraphs: sdl/*.graphql must have <name> in it'],
  [{ subgraphs: { a: 'sdl/b.graphql' } }, 'no SDL of the subgraph a: sdl/b.graphql.'],
  [{ documents: [{ client: 'web' }] }, "documents.0 must have required property 'files'"],
  [{ rules: { 'field-removed': 'loud' } }, 'rules.field-removed must be equal to one of'],
  [{ rules: { 'rest-path-removed': 'off' } }, 'rules.rest-path-removed: this rule always fails'],
  [{ plugins: ['./none.js'] }, 'plugins.0 (./none.js) cannot be loaded'],
  [{ plugins: [7] }, 'plugins.0 must have a name, rules, and check or compare.'],
  [{ plugins: [{ name: 'empty' }] }, 'plugins.0 must have a name, rules'],
  [{ project: { served: true } }, 'project.served must be a function.'],
])(
  'the configuration %j is refused with the name of the wrong setting',
  async (config, message) => {
    write(join(folder, 'wrong.json'), JSON.stringify({ subgraphs: SUBGRAPHS, ...config }))
    const { code, out, err } = await federationCheck(folder, [
      '--config',
      'wrong.json',
      '--base',
      'before',
    ])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
  },
)

test('a configuration that is not JSON is refused with its name', async () => {
  write(join(folder, 'federation-check.config.json'), '{ "subgraphs": ')
  const { code, err } = await federationCheck(folder, ['--base', 'before'])
  expect(code).toBe(2)
  expect(err).toMatch(/^federation-check\.config\.json: .*JSON/)
})
