// The version of the package says what changed since the last release, by the rules of docs/versioning.md.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicSurface, type PublicSurface } from './public-surface.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const released = JSON.parse(read('released.json')) as PublicSurface
const now = publicSurface()
const changelog = read('../../CHANGELOG.md')

const LEVELS = ['none', 'patch', 'minor', 'major'] as const
type Level = (typeof LEVELS)[number]

/** How much the change between two surfaces asks of their users. */
function neededLevel(before: PublicSurface, after: PublicSurface): Level {
  const names = ({ rules, names }: PublicSurface) => new Set([...Object.keys(rules), ...names])
  const [known, there] = [names(before), names(after)]
  if (before.report !== after.report || [...known].some((name) => !there.has(name))) return 'major'
  const isRated = Object.entries(before.rules).every(([id, one]) => after.rules[id] === one)
  return isRated && there.size === known.size ? 'none' : 'minor'
}

/** How much a version promises to have changed. Before 1.0 a minor version stands for a major one. */
function promisedLevel(from: string, to: string): Level {
  const [before, after] = [from, to].map((version) => version.split('.').map(Number))
  const at = after!.findIndex((part, index) => part !== before![index])
  if (at === -1) return 'none'
  if (after![at]! < before![at]!) return 'none'
  return at === 0 || (at === 1 && after![0] === 0) ? 'major' : at === 1 ? 'minor' : 'patch'
}

const isEnough = (promised: Level, needed: Level) =>
  LEVELS.indexOf(promised) >= LEVELS.indexOf(needed)

test('the version is high enough for what changed since the last release', () => {
  const needed = neededLevel(released, now)
  const promised = promisedLevel(released.version, now.version)
  expect(isEnough(promised, needed), `${released.version} to ${now.version}: ${needed}`).toBe(true)
})

test('a report that loses or changes something has another version', () => {
  const ofReport = (name: string) => !/^(setting|option|export) /.test(name)
  const lost = released.names.filter((name) => ofReport(name) && !now.names.includes(name))
  if (released.report === now.report) expect(lost).toEqual([])
})

test('the changelog names every rule that went, changed its severity or newly fails', () => {
  const [news] = changelog.split(`## ${released.version}`)
  const fails = (severity = 'safe') => severity === 'breaking' || severity === 'security'
  const concerned = Object.entries({ ...released.rules, ...now.rules }).flatMap(([id]) => {
    const [before, after] = [released.rules[id], now.rules[id]]
    if (before === after) return []
    return before !== undefined || fails(after) ? [id] : []
  })
  expect(concerned.filter((id) => !news!.includes(`\`${id}\``))).toEqual([])
})

test('the changelog begins with the version of the package', () => {
  const [, newest] = /^## (\S+)/m.exec(changelog.replace('## Unreleased\n', ''))!
  expect(newest).toBe(now.version)
})

test.each([
  ['a rule that went', { rules: {} }, 'major'],
  ['a renamed setting', { names: ['setting b'] }, 'major'],
  ['another version of the report', { report: 2 }, 'major'],
  ['another severity', { rules: { one: 'safe' } }, 'minor'],
  ['a new rule', { rules: { one: 'breaking', two: 'safe' } }, 'minor'],
  ['a new setting', { names: ['setting a', 'setting b'] }, 'minor'],
  ['nothing', {}, 'none'],
] as const)('%s asks for a version of its level', (_, change, level) => {
  const before = { version: '1.0.0', report: 1, rules: { one: 'breaking' }, names: ['setting a'] }
  const after = { ...before, ...change } as unknown as PublicSurface
  expect(neededLevel(before as PublicSurface, after)).toBe(level)
})

test.each([
  ['0.1.0', '0.2.0', 'major'],
  ['0.1.0', '0.1.1', 'patch'],
  ['1.4.2', '2.0.0', 'major'],
  ['1.4.2', '1.5.0', 'minor'],
  ['1.4.2', '1.4.3', 'patch'],
  ['1.4.2', '1.4.2', 'none'],
  ['1.4.2', '1.3.0', 'none'],
])('the version from %s to %s promises the level %s', (from, to, level) => {
  expect(promisedLevel(from, to)).toBe(level)
})
