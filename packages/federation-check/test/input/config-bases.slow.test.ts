// Whatever a change is compared with, the report says that it alters what the check is run with.
import { spawnSync } from 'node:child_process'
import { symlinkSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { composeTree } from '../../src/graph/compose-tree.ts'
import type { Report } from '../../src/run.ts'
import { folderFiles } from '../../src/sources/folder.ts'
import { readTree } from '../../src/sources/tree.ts'
import { projectOfEachTest, reportOf } from '../project.ts'

const JSON_FILE = 'federation-check.config.json'
const MODULE = 'federation-check.config.mjs'
const OFF = "export default { rules: { 'field-removed': 'off', 'operation-broken': 'off' } }\n"
const BIN = fileURLToPath(new URL('../../bin/federation-check.js', import.meta.url))

const project = projectOfEachTest()
let elsewhere: string
let server: Server | undefined

beforeEach(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'federation-check-base-'))
})

afterEach(() => {
  server?.close()
  server = undefined
  rmSync(elsewhere, { recursive: true })
})

const ids = (report: Report) =>
  report.findings
    .filter(({ rule }) => rule.startsWith('config-'))
    .map(({ id }) => id.replace(/:[0-9a-f]{12}$/, ''))

async function found(...args: string[]): Promise<string[]> {
  return ids(await reportOf(...args))
}

/** In a process of its own, where Node tells what a module imports. */
function foundBy(args: readonly string[], input = ''): string[] {
  const all = [BIN, '--format', 'json', ...args]
  const { stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', input })
  if (stdout === '') throw new Error(stderr)
  return ids(JSON.parse(stdout) as Report)
}

function folder(): string {
  cpSync(project.root, elsewhere, { recursive: true, filter: (path) => !path.endsWith('.git') })
  return elsewhere
}

function archive(): string {
  const file = join(elsewhere, 'base.tar')
  project.git('archive', '--output', file, 'HEAD')
  return file
}

async function schema(): Promise<string> {
  const files = folderFiles(project.root)
  const { api } = await composeTree(readTree(files, { subgraphs: 'subgraphs/<name>.graphql' }))
  return api!
}

async function schemaFile(): Promise<string> {
  const file = join(elsewhere, 'api.graphql')
  writeFileSync(file, await schema())
  return file
}

async function address(): Promise<string> {
  const text = await schema()
  server = createServer((_, response) => response.end(text))
  await new Promise<void>((resolve) => void server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}/schema.graphql`
}

const BASES = {
  'a commit': () => 'main',
  'a folder': folder,
  'an archive': archive,
  'a schema file': schemaFile,
  'an address': address,
}

describe.each(Object.entries(BASES))('against %s', (_, baseOf) => {
  test('a configuration that takes precedence over the committed one is found', async () => {
    const base = await baseOf()
    expect(await found('--base', base)).toEqual([])
    project.write(MODULE, OFF)
    expect(await found('--base', base)).toEqual([`config-changed:${MODULE}`])
  })
})

test('a rule that is turned off is found against standard input', async () => {
  const input = await schema()
  project.edit(JSON_FILE, '"enum-value-added": "safe"', '"field-removed": "off"')
  expect(foundBy(['--base', '-'], input)).toEqual([`config-changed:${JSON_FILE}`])
})

describe('against an archive', () => {
  test('a configuration in a nearer folder is found', async () => {
    const base = archive()
    const nearer = `services/books/${JSON_FILE}`
    project.write(nearer, '{ "root": "../..", "conventions": false }')
    process.chdir('services/books')
    expect(await found('--base', base)).toEqual([`config-changed:${nearer}`])
  })

  test('a configuration that is removed is found', async () => {
    const base = archive()
    rmSync(JSON_FILE)
    expect(await found('--base', base)).toEqual([`config-changed:${JSON_FILE}`])
  })

  test('a configuration that does not count on either side is not compared', async () => {
    project.write(MODULE, 'export default {}\n')
    project.commit('A module')
    const base = archive()
    project.edit(JSON_FILE, '"enum-value-added": "safe"', '"field-removed": "off"')
    expect(await found('--base', base)).toEqual([])
  })
})

test.each([
  ['reformatted', (text: string) => JSON.stringify(JSON.parse(text))],
  ['given a $schema', (text: string) => text.replace('{', '{ "$schema": "./config.schema.json",')],
])('a configuration that is %s says the same', async (_, change) => {
  const text = project.git('show', `HEAD:${JSON_FILE}`)
  project.write(JSON_FILE, change(text))
  expect(await found('--base', 'main')).toEqual([])
})

test('a base in a folder of the project does not have the configuration of the project', async () => {
  cpSync(join(project.root, 'subgraphs'), join(elsewhere, 'before/subgraphs'), { recursive: true })
  cpSync(join(project.root, 'subgraphs'), join(elsewhere, 'subgraphs'), { recursive: true })
  writeFileSync(join(elsewhere, JSON_FILE), '{}\n')
  process.chdir(elsewhere)
  expect(await found('--base', 'before')).toEqual([`config-not-compared:${JSON_FILE}`])
  process.chdir(project.root)
})

test.each([
  ['{ "rules": { "field-removed": "off" } }', 'config-changed'],
  ['{ "rules": { "operation-broken": "safe" } }', 'config-changed'],
  ['{ "conventions": false }', 'config-changed'],
  ['{ "guards": ["!auth"] }', 'config-changed'],
  ['{ "rules": { "enum-value-added": "breaking" }, "guards": ["auth"] }', 'config-not-compared'],
  ['{ "rules": { "enum-value-added": "safe" } }', 'config-not-compared'],
])('with %s, a folder whose base has no configuration finds %s', async (config, rule) => {
  cpSync(join(project.root, 'subgraphs'), join(elsewhere, 'before/subgraphs'), { recursive: true })
  cpSync(join(project.root, 'subgraphs'), join(elsewhere, 'subgraphs'), { recursive: true })
  writeFileSync(join(elsewhere, JSON_FILE), config)
  process.chdir(elsewhere)
  expect(await found('--base', 'before')).toEqual([`${rule}:${JSON_FILE}`])
  process.chdir(project.root)
})

test('a configuration above both folders, which is the same for both, is found unchanged', async () => {
  for (const side of ['before', 'after']) {
    cpSync(join(project.root, 'subgraphs'), join(elsewhere, side, 'subgraphs'), { recursive: true })
  }
  const file = join(elsewhere, JSON_FILE)
  writeFileSync(file, '{ "root": "after" }\n')
  expect(await found('--config', file, '--base', join(elsewhere, 'before'))).toEqual([])
})

test('a head that is one file is checked with the configuration of the working tree', async () => {
  project.edit(JSON_FILE, '"enum-value-added": "safe"', '"field-removed": "off"')
  expect(await found('--base', 'main', '--head', await schemaFile())).toEqual([
    `config-changed:${JSON_FILE}`,
  ])
})

test('a usage file that the working tree has from a commit of the change is found', async () => {
  project.git('checkout', '--quiet', '-b', 'change')
  project.write('counted.json', '{ "version": 1, "coordinates": [] }')
  project.commit('A file that counts nothing')
  const args = ['--base', 'main', '--usage', 'counted.json']
  expect(await found(...args)).toEqual(['config-changed:counted.json'])
  project.git('rm', '--quiet', '--cached', 'counted.json')
  expect(await found(...args)).toEqual([])
})

describe('what a module imports', () => {
  beforeEach(() => {
    project.write('package.json', '{ "type": "module", "imports": { "#rules": "./rules.js" } }')
    project.write('rules.js', "export { rules } from './severities.js'\n")
    project.write('severities.js', 'export const rules = {}\n')
    project.write('others.js', "export const rules = { 'field-removed': 'off' }\n")
    project.write(
      'federation-check.config.js',
      "import { rules } from '#rules'\nexport default { rules }\n",
    )
    project.commit('A module')
  })

  test('an import of the configuration itself is compared', () => {
    project.write('rules.js', "export const rules = { 'field-removed': 'off' }\n")
    expect(foundBy(['--base', 'main'])).toEqual(['config-changed:rules.js'])
  })

  test('an import of a file that the configuration imports is compared', () => {
    project.write('severities.js', "export const rules = { 'field-removed': 'off' }\n")
    expect(foundBy(['--base', archive()])).toEqual(['config-code-changed:severities.js'])
  })

  test('an import that package.json leads to another file is found', () => {
    project.edit('package.json', './rules.js', './others.js')
    expect(foundBy(['--base', 'main'])).toEqual(['config-changed:package.json'])
  })

  test('an import is found where a nearer package.json leads to another file', () => {
    project.write('rules.js', "export { rules } from './own/rules.js'\n")
    project.write('own/rules.js', "export { rules } from '#rules'\n")
    project.write('own/package.json', '{ "imports": { "#rules": "./first.js" } }')
    project.write('own/first.js', 'export const rules = {}\n')
    project.write('own/second.js', "export const rules = { 'field-removed': 'off' }\n")
    project.commit('A folder')
    project.edit('own/package.json', './first.js', './second.js')
    expect(foundBy(['--base', 'main'])).toEqual(['config-changed:own/package.json'])
  })

  test('an import is found where package.json exports another file to itself', () => {
    const exported = '"name": "shop", "exports": { "./rules": "./severities.js" }, "imports"'
    project.edit('package.json', '"imports"', exported)
    project.write('rules.js', "export { rules } from 'shop/rules'\n")
    project.commit('A name')
    project.edit('package.json', './severities.js', './others.js')
    expect(foundBy(['--base', 'main'])).toEqual(['config-changed:package.json'])
  })

  test('an import is refused where it is a link', () => {
    project.write('rules.js', "export { rules } from './link.js'\n")
    symlinkSync('others.js', join(project.root, 'link.js'))
    expect(() => foundBy(['--base', 'main'])).toThrow(
      './link.js is a link. Import the file that it leads to.',
    )
  })

  test('an import is the same where package.json changes something else', () => {
    project.edit('package.json', '{', '{ "name": "library",')
    expect(foundBy(['--base', 'main'])).toEqual([])
  })
})

describe('without a commit of main', () => {
  beforeEach(() => project.git('branch', '--move', 'main', 'other'))

  test('a base without a configuration is said to tell nothing', async () => {
    expect(await found('--base', await schemaFile())).toEqual([`config-not-compared:${JSON_FILE}`])
    const config = JSON.stringify({ rules: { 'config-not-compared': 'safe' } })
    project.write(JSON_FILE, config)
    await expect(found('--base', await schemaFile())).rejects.toThrow('this rule must stay on')
  })

  test('a configuration outside of the project is no part of the change', async () => {
    const own = join(elsewhere, 'own.json')
    writeFileSync(own, JSON.stringify({ root: project.root }))
    expect(await found('--base', await schemaFile(), '--config', own)).toEqual([])
  })

  test('a project without a configuration has nothing to compare', async () => {
    rmSync(JSON_FILE)
    mkdirSync(join(elsewhere, 'empty'))
    expect(await found('--base', await schemaFile())).toEqual([])
  })
})
