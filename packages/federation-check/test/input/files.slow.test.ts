// What stands in the place of a file: a link out of the project, a FIFO, a socket, a device, a folder.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { command } from '../../src/commands/command.ts'
import { projectOfEachTest } from '../project.ts'

const project = projectOfEachTest()
let outside: string

beforeEach(() => {
  project.write('approvals.yaml', '[]\n')
  project.write('usage.json', '{}')
  project.commit('Everything')
  outside = mkdtempSync(join(tmpdir(), 'outside-'))
})

afterEach(() => rmSync(outside, { recursive: true }))

const check = (...args: string[]) => command(['--base', 'main', ...args], false)

/** Every way in which the check reads a file, and how its error names that file. */
const PLACES: [file: string, ...args: string[]][] = [
  ['federation-check.config.json'],
  ['approvals.yaml'],
  ['subgraphs/books.graphql'],
  ['clients/web/list.graphql'],
  ['clients/kiosk.json'],
  ['openapi.json'],
  ['own.yaml', '--allow', 'own.yaml'],
  ['usage.json', '--usage', 'usage.json'],
  ['base.tar', '--base', 'base.tar'],
]

describe.each(PLACES)('%s', (file, ...args) => {
  beforeEach(() => rmSync(file, { force: true }))

  test(`a link in the place of ${file} that leads out of the project is refused`, async () => {
    writeFileSync(join(outside, 'file'), '{}')
    symlinkSync(join(outside, 'file'), file)
    expect(await check(...args)).toEqual({
      code: 2,
      err: `${file} is a symbolic link that does not lead to a file inside the project.`,
    })
  })

  test(`a FIFO in the place of ${file} is named, and not read`, async () => {
    execFileSync('/usr/bin/env', ['mkfifo', file])
    const { code, err } = await check(...args)
    expect(err).toMatch(new RegExp(`${file} is a FIFO, not a file\\.$`))
    expect(code).toBe(2)
  })
})

test('a folder in the place of approvals is named', async () => {
  rmSync('approvals.yaml')
  mkdirSync('approvals.yaml')
  expect((await check()).err).toBe('approvals.yaml is a folder, not a file.')
})

test('a device in the place of a usage file is named', async () => {
  expect((await check('--usage', '/dev/null')).err).toBe(
    '--usage /dev/null is a device, not a file.',
  )
})

test.each(['subgraphs', 'clients/web'])(
  'a link in the place of the folder %s that leads out of the project is refused',
  async (folder) => {
    rmSync(folder, { recursive: true })
    mkdirSync(dirname(folder), { recursive: true })
    symlinkSync(outside, folder)
    expect((await check()).err).toBe(
      `${folder} is a symbolic link that does not lead to a file inside the project.`,
    )
  },
)

test('a link that leads to a file inside the project is followed', async () => {
  project.write('shared/approvals.yaml', '[]\n')
  rmSync('approvals.yaml')
  symlinkSync('shared/approvals.yaml', 'approvals.yaml')
  expect(await check()).toMatchObject({ code: 0 })
})
