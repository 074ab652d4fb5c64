// What the command says about its arguments, its rules and its formats.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { projectOfEachTest } from '../../project.ts'
import { check, configure, errorOf } from './story.ts'

const project = projectOfEachTest()

test('An unknown option is refused with a suggestion', async () => {
  expect(await errorOf('--formt', 'json')).toBe(
    "Unknown option '--formt'. Did you mean --format? federation-check --help lists all options.",
  )
  expect(await errorOf('nonsense')).toBe(
    'Name a second source to compare nonsense with: federation-check nonsense HEAD. To compare the working tree with it, write --base nonsense.',
  )
  expect(await errorOf('changelog', 'main')).toBe(
    'changelog needs BASE and HEAD. federation-check --help lists all options.',
  )
})

test('Sources of another command are refused with the way to write them', async () => {
  const help = 'federation-check --help lists all options.'
  expect(await errorOf('changelog', '--base', 'main')).toBe(
    `changelog takes its sources without options: changelog BASE HEAD. ${help}`,
  )
  expect(await errorOf('propose', 'main', 'HEAD')).toBe(
    `propose takes its sources as options: --base main. ${help}`,
  )
})

test('--version prints the version', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  expect(await check('--version')).toEqual({ code: 0, out: version })
})

test('An older Node is refused with the version that is needed', () => {
  const older = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })'
  const bin = fileURLToPath(new URL('../../../bin/federation-check.js', import.meta.url))
  const args = ['--import', `data:text/javascript,${older}`, bin, '--help']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toMatch(/^federation-check needs Node [\d.]+ or later; this is 20\.20\.2\.\n$/)
  expect(status).toBe(2)
})

test('--explain says what dangerous means', async () => {
  const { out } = await check('--explain', 'requires-added')
  expect(out).toContain('may affect a client')
  expect(out).toContain('It fails only with --fail-on dangerous.')
})

test('--explain says why a plugin has a rule', async () => {
  const rule = "{ severity: 'breaking', catches: 'odd names', example: 'x'"
  project.write(
    'odd.js',
    `export default { name: 'odd', rules: { odd: ${rule}, why: 'Nobody finds it.' }, even: ${rule} } }, check: () => [] }\n`,
  )
  configure(project, '"plugins": ["./odd.js"]')
  expect((await check('--explain', 'odd')).out).toContain('why       Nobody finds it.')
  const { out } = await check('--explain', 'even')
  expect(out).toContain('a convention of this project is broken')
  expect(out).not.toContain('stops working')
})

test('Every format says which steps are not configured', async () => {
  const printed = async (format: string) => (await check('--base', 'main', '--format', format)).out
  expect(await printed('text')).toContain(
    '- not configured: Generated files, Contracts, Conventions',
  )
  expect(await printed('markdown')).toContain(
    '| Conventions | not configured: No plugin is configured. |',
  )
  expect(await printed('junit')).toContain(
    '<skipped message="not configured: No plugin is configured."',
  )
})

test('A report is written into a new folder', async () => {
  await check('--base', 'main', '--output', 'json=reports/today/check.json')
  expect(existsSync('reports/today/check.json')).toBe(true)
})
