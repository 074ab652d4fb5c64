// The command with a usage file: named on the command line, or in the configuration.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import type { Report } from '../../src/run.ts'

let folder: string
const at = (...path: string[]) => join(folder, ...path)
const write = (name: string, content: unknown) => writeFileSync(at(name), JSON.stringify(content))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ecosystem-usage-'))
  const sides = { base: 'a: Int b: Int', head: 'a: Int' }
  for (const [side, fields] of Object.entries(sides)) {
    mkdirSync(at(side))
    writeFileSync(at(side, 'things.graphql'), `type Query { ${fields} }`)
  }
  const coordinates = [{ coordinate: 'Query.a', client: 'web', count: 1 }]
  write('usage.json', { version: 1, from: dayAgo(30), to: dayAgo(0), coordinates })
  write('short.json', { version: 1, from: dayAgo(5), to: dayAgo(0), coordinates })
  write('today.json', { version: 1, from: dayAgo(0), to: dayAgo(0), coordinates })
  write('config.json', { usage: { file: 'usage.json' } })
  write('shorter.json', { usage: { file: 'usage.json', days: 5 } })
  write('longer.json', { usage: { file: 'usage.json', days: 31 } })
})
afterAll(() => rmSync(folder, { recursive: true }))

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

async function found(...args: string[]) {
  const sides = ['--base', at('base'), '--head', at('head'), '--format', 'json']
  const { code, out = '', err } = await command([...sides, ...args], false)
  if (code === 2) return { code, err }
  const { findings } = JSON.parse(out) as Report
  return { code, findings: findings.map(({ severity, id }) => `${severity} ${id}`) }
}

const NOTE = { code: 0, findings: ['safe field-removed:Query.b'] }

test('a field that nobody asked for is a note', async () => {
  expect(await found()).toEqual({ code: 1, findings: ['breaking field-removed:Query.b'] })
  expect(await found('--usage', at('usage.json'))).toEqual(NOTE)
  expect(await found('--config', at('config.json'))).toEqual(NOTE)
})

test('the configuration says how many days are needed, whatever file the command line names', async () => {
  expect(await found('--config', at('longer.json'))).toMatchObject({ code: 1 })
  const short = ['--usage', at('short.json')]
  expect(await found('--config', at('config.json'), ...short)).toMatchObject({ code: 1 })
  expect(await found('--config', at('shorter.json'), ...short)).toEqual(NOTE)
})

test.each([
  ['today.json', 'covers no whole day; at least 30 are needed'],
  ['short.json', 'covers 5 whole days; at least 30 are needed'],
])('%s is reported with the days that it covers', async (name, sentence) => {
  const args = ['--base', at('base'), '--head', at('head'), '--usage', at(name)]
  const { out } = await command(args, false)
  expect(out?.replace(/\s+/g, ' ')).toContain(`${at(name)} ${sentence}. Nothing counts as unused.`)
})

test.each([
  ['missing.json', /missing\.json cannot be read: ENOENT/],
  ['config.json', /config\.json counts no usage in a known format/],
])('%s ends the command', async (name, sentence) => {
  const { code, err } = (await found('--usage', at(name))) as { code: number; err: string }
  expect(err).toMatch(sentence)
  expect(code).toBe(2)
})
