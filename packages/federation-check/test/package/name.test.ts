// The package under a name and a licence that its owner chooses, as docs/publishing.md describes.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from './support/cinema.ts'
import { install, outside, packed } from './support/installed.ts'

const OTHER = '@owner/schema-check'

let folder: string
let home: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'federation-check-'))
  home = join(folder, 'home')
  await install(home, await packed(folder, `name=${OTHER}`, 'license=MIT'))
  write(join(home, 'old.graphql'), 'type Query { a: Int b: Int }')
  write(join(home, 'new.graphql'), 'type Query { a: Int }')
})

afterAll(() => rmSync(folder, { recursive: true }))

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: home, env: outside(), encoding: 'utf8' })

test('the package carries the name and the licence of its owner', () => {
  const file = join(home, 'node_modules', OTHER, 'package.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    name: OTHER,
    license: 'MIT',
    bin: { 'federation-check': 'bin/federation-check.js' },
  })
})

test('the command stays federation-check, and npx finds it by the new name', () => {
  for (const name of ['federation-check', OTHER]) {
    const script = `npx --no ${name} -- old.graphql new.graphql || echo "exit code $?"`
    const out = run('bash', '-c', script)
    expect(out).toContain('breaking  field-removed:Query.b')
    expect(out).toContain('exit code 1')
  }
})

test('a configuration imports from the new name', () => {
  const script = `import { breaking, check } from '${OTHER}'; console.log(typeof breaking, typeof check)`
  expect(run(process.execPath, '--input-type=module', '--eval', script)).toBe('function function\n')
})
