// A change that alters the configuration: whatever it turns off, the report says that it did.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { projectOfEachTest, reportOf } from '../project.ts'

const FILE = 'federation-check.config.json'
const project = projectOfEachTest()

async function check(...args: string[]) {
  const report = await reportOf('--base', 'main', ...args)
  return { findings: report.findings.filter(({ rule }) => rule === 'config-changed'), report }
}

const turnOff = () =>
  project.edit(
    FILE,
    '"enum-value-added": "safe"',
    '"field-removed": "off", "operation-broken": "off"',
  )

test('a change that turns off the rules that it breaks is seen', async () => {
  project.edit('subgraphs/books.graphql', '  title: String!\n', '')
  turnOff()
  const { findings, report } = await check()
  expect(report.findings.filter(({ fails }) => fails)).toEqual(findings)
  expect(report.ok).toBe(false)
  expect(findings).toMatchObject([{ severity: 'breaking', file: FILE, step: 'composition' }])
  expect(findings[0]!.message).toContain(
    'the change alters rules.enum-value-added (safe becomes default), rules.field-removed (default becomes off), rules.operation-broken (default becomes off).',
  )
})

test('a change that removes a guard and calls it none is seen', async () => {
  const [before, after] = ['price: Int @requires', 'price: Int @staffOnly @requires']
  project.edit('subgraphs/books.graphql', before, after)
  project.edit(
    'subgraphs/books.graphql',
    'type Query',
    'directive @staffOnly on FIELD_DEFINITION\ntype Query',
  )
  project.commit('A guard')
  project.edit('subgraphs/books.graphql', after, before)
  const removed = await check('--base', 'HEAD')
  expect(removed.report.findings.filter(({ fails }) => fails)).toMatchObject([
    { rule: 'guard-removed', message: expect.stringContaining('["!staffOnly"] denies it') },
  ])
  project.edit(FILE, '{', '{ "guards": ["!staffOnly"],')
  const { findings, report } = await check('--base', 'HEAD')
  expect(report.findings.filter(({ fails }) => fails)).toEqual(findings)
  expect(findings[0]!.message).toContain('the change alters guards.')
  expect(report.ok).toBe(false)
})

test('a field that the change declares a runtime guard is seen', async () => {
  project.edit(FILE, '{', '{ "runtimeGuards": ["Query.books"],')
  const { findings, report } = await check()
  expect(findings[0]!.message).toContain('the change alters runtimeGuards.')
  expect(report.ok).toBe(false)
})

test('a usage file that a commit adds is a part of it: it is read in the place of the exported one', async () => {
  project.edit(FILE, '{', '{ "usage": { "file": "usage.json" },')
  project.commit('Usage')
  project.git('checkout', '--quiet', '-b', 'change')
  project.write('usage.json', '{ "version": 1, "coordinates": [] }')
  project.commit('A file that counts nothing')
  const { findings, report } = await check('--base', 'change~1', '--head', 'change')
  expect(findings.map(({ file }) => file)).toEqual(['usage.json'])
  expect(report.ok).toBe(false)
})

test('an approval of one text of the configuration does not cover the next', async () => {
  turnOff()
  const [first] = (await check()).findings
  project.edit(FILE, '"off"', '"safe"')
  const [second] = (await check()).findings
  expect(first!.id).toMatch(/^config-changed:federation-check\.config\.json:[0-9a-f]{12}$/)
  expect(second!.id).not.toBe(first!.id)
})

test('a configuration that is removed, or added, is seen', async () => {
  rmSync(join(project.root, FILE))
  expect((await check()).findings[0]!.message).toContain('the change removes this configuration')
  project.commit('No configuration')
  project.write(FILE, '{ "conventions": false }')
  expect((await check('--base', 'HEAD')).findings[0]!.message).toContain(
    'the change adds this configuration',
  )
})

test('a nearer configuration that is removed is seen, although one above counts then', async () => {
  const nearer = `services/books/${FILE}`
  project.write(nearer, '{ "root": "../.." }')
  project.commit('A nearer one')
  rmSync(join(project.root, nearer))
  mkdirSync('services/books', { recursive: true })
  process.chdir('services/books')
  expect((await check()).findings).toMatchObject([{ coordinate: nearer }])
})

test('two commits are compared with each other', async () => {
  turnOff()
  project.commit('Off')
  project.git('branch', 'change')
  expect((await check('--base', 'main~1', '--head', 'change')).findings).toHaveLength(1)
})

test('nothing is reported of a configuration that stays, or that no commit has', async () => {
  expect((await check()).findings).toEqual([])
  const elsewhere = mkdtempSync(join(tmpdir(), 'federation-check-config-'))
  writeFileSync(join(elsewhere, 'own.json'), JSON.stringify({ root: project.root }))
  const { findings } = await check('--config', join(elsewhere, 'own.json'))
  rmSync(elsewhere, { recursive: true })
  expect(findings).toEqual([])
})

test.each(['off', 'safe', 'dangerous'])('the rule cannot be %s', async (severity) => {
  project.edit(FILE, '"enum-value-added": "safe"', `"config-changed": "${severity}"`)
  const { code, err } = await command(['--base', 'main'], false)
  expect(err).toBe(
    `${FILE}: rules.config-changed: this rule must stay on, so that a change cannot hide what it breaks.`,
  )
  expect(code).toBe(2)
})
