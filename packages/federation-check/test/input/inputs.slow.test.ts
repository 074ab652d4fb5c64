// Where the inputs of a check come from: the configuration, usage, plugins and manifests, and how large they may be.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { projectOfEachTest, reportOf } from '../project.ts'

const FILE = 'federation-check.config.json'
const project = projectOfEachTest()

const check = (...args: string[]) => command(['--base', 'main', ...args], false)

const findingsOf = async (...args: string[]) => (await reportOf('--base', 'main', ...args)).findings

/** Adds settings to the configuration, at its beginning. */
const configure = (settings: string) => project.edit(FILE, '{', `{ ${settings},`)

test('approvals outside of the project are refused', async () => {
  configure('"approvals": "../approvals.yaml"')
  expect((await check()).err).toBe(
    '../approvals.yaml is not inside the project. Set root to a folder above it.',
  )
})

test('an npm script names the configuration of a changelog from the folder of package.json', async () => {
  project.write('schema/own.json', '{ "root": ".." }')
  vi.stubEnv('npm_package_json', join(process.cwd(), 'package.json'))
  vi.stubEnv('INIT_CWD', join(process.cwd(), 'clients'))
  const { code, err } = await command(
    ['changelog', 'main', 'main', '--config', 'schema/own.json'],
    false,
  )
  expect({ code, err }).toEqual({ code: 0, err: undefined })
})

describe('the configuration', () => {
  const CHECKED = { code: 0, err: undefined }
  const goTo = (folder: string) => {
    mkdirSync(folder, { recursive: true })
    process.chdir(folder)
  }
  const outcome = async (...args: string[]) => {
    const { code, err } = await check(...args)
    return { code, err }
  }

  test('of a folder above is found, and its root is checked', async () => {
    goTo('services/books')
    expect(await outcome()).toEqual(CHECKED)
    project.edit(FILE, 'enum-value-added', 'no-such-rule')
    expect((await outcome()).err).toContain(`${join('../..', FILE)}: rules.no-such-rule: `)
  })

  test('that is nearest counts', async () => {
    project.write(`services/${FILE}`, '{ "nearest": true }')
    goTo('services/books')
    expect((await outcome()).err).toBe(`${join('..', FILE)}: there is no setting nearest.`)
  })

  test('is not looked for above the repository', async () => {
    goTo('other')
    project.git('init', '--quiet', 'other')
    expect((await outcome('--base', '../subgraphs')).err).toContain('contains no schema')
  })

  test('is looked for in every folder above where there is no repository', async () => {
    rmSync(join(project.folder, '.git'), { recursive: true })
    goTo('services/books')
    expect(await outcome('--base', '../..')).toEqual(CHECKED)
  })

  test('that is named is looked for in the current folder alone', async () => {
    goTo('services/books')
    expect((await outcome('--config', FILE)).err).toBe(`--config ${FILE}: there is no such file.`)
    expect(await outcome('--config', join('../..', FILE))).toEqual(CHECKED)
  })
})

describe('usage', () => {
  const usage = (...used: string[]) => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const coordinates = used.map((coordinate) => ({ coordinate, client: 'web', count: 1 }))
    return JSON.stringify({ version: 1, from: day(40), to: day(1), uncounted: [], coordinates })
  }

  beforeEach(() => {
    configure('"usage": { "file": "usage.json" }')
    project.write('usage.json', usage('Book.title'))
    project.commit('Usage')
  })

  test('that is committed and changed makes another state of the working tree', async () => {
    project.write('usage.json', usage('Book.title', 'Book.cover'))
    const rules = (await findingsOf()).map(({ rule }) => rule)
    expect(rules).toContain('config-changed')
    expect(rules).not.toContain('base-is-head')
  })

  test('outside of the repository counts, and no commit is asked for it', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'usage-'))
    writeFileSync(join(outside, 'usage.json'), usage('Book.title'))
    project.edit(FILE, '"usage.json"', JSON.stringify(relative('.', join(outside, 'usage.json'))))
    project.edit('subgraphs/books.graphql', '  cover: String\n', '')
    const found = await findingsOf()
    rmSync(outside, { recursive: true })
    expect(found.find(({ id }) => id === 'field-removed:Book.cover')?.severity).toBe('safe')
  })

  test('of a commit counts when that commit is the head', async () => {
    project.edit('subgraphs/books.graphql', '  cover: String\n', '')
    project.commit('No cover')
    project.git('branch', 'change')
    project.git('reset', '--quiet', '--hard', 'HEAD~1')
    project.write('usage.json', usage('Book.title', 'Book.cover'))
    const [finding] = (await findingsOf('--head', 'change')).filter(
      ({ id }) => id === 'field-removed:Book.cover',
    )
    expect(finding).toMatchObject({ severity: 'safe' })
  })
})

test.each([
  ['a relative path', () => './rules.mjs'],
  ['an absolute path', (path: string) => path],
  ['the URL of a file', (path: string) => pathToFileURL(path).href],
])('a plugin that is named by %s is a part of the configuration', async (_, name) => {
  const plugin = "export default { name: 'own', rules: {}, check: () => [] }\n"
  project.write('rules.mjs', plugin)
  configure(`"plugins": [${JSON.stringify(name(join(process.cwd(), 'rules.mjs')))}]`)
  project.commit('A plugin')
  project.write('rules.mjs', `${plugin}\n`)
  const changed = (await findingsOf()).filter(({ rule }) => rule === 'config-changed')
  expect(changed.map(({ file }) => file)).toEqual(['rules.mjs'])
})

test('two manifests of one file name are two clients', async () => {
  const manifest = (id: string) =>
    JSON.stringify({
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [{ id, name: 'Covers', body: '{ books { cover } }' }],
    })
  project.edit(FILE, '"clients/*.json"', '"apps/**/*.json"')
  project.write('apps/phone/manifest.json', manifest('a'))
  project.write('apps/tablet/manifest.json', manifest('b'))
  project.commit('Two')
  project.edit('subgraphs/books.graphql', '  cover: String\n', '')
  const clients = (await findingsOf()).flatMap(({ operation }) => operation?.client ?? [])
  expect(clients).toEqual(['apps/phone/manifest', 'apps/tablet/manifest'])
})

describe('more than 64 MiB', () => {
  const LIMIT = 64 * 1024 * 1024
  const large = (path: string) => {
    project.write(path, '')
    truncateSync(join(project.root, path), LIMIT + 1)
  }

  test.each([
    ['of SDL', 'subgraphs/large.graphql', []],
    ['of usage', 'usage.json', ['--usage', 'usage.json']],
    ['of approvals', 'own.yaml', ['--allow', 'own.yaml']],
  ])('%s is refused', async (_, file, args) => {
    large(file)
    const { code, err } = await check(...args)
    expect(err).toContain(`${file} is larger than ${LIMIT} bytes.`)
    expect(code).toBe(2)
  })

  test('of a commit is refused', async () => {
    large('subgraphs/large.graphql')
    project.commit('Large')
    project.git('rm', '--quiet', 'subgraphs/large.graphql')
    const { code, err } = await check()
    expect(err).toMatch(/^[0-9a-f]{12}: its files have more than 67108864 bytes\.$/)
    expect(code).toBe(2)
  })
})

test('a configuration that keeps a connection open does not keep the command from ending', () => {
  project.write(
    'open.mjs',
    "import { createServer } from 'node:net'\ncreateServer().listen(0)\nexport default {}\n",
  )
  project.commit('Open')
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const args = [main, '--config', 'open.mjs', '--base', 'main', '--format', 'json']
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 120_000,
  })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ ok: true })
})
