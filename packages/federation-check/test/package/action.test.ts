// The GitHub Action with a packed federation-check, on a runner that has neither it nor this project.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { readAction, runAction } from '../action.ts'
import { FAILING, FINDINGS, git, makeCinema } from './support/cinema.ts'
import { NAME } from './support/installed.ts'

/** The job's environment: the checkout, the action's files, and a folder for temporary files. */
function runner() {
  const home = inject('home')
  const cwd = makeCinema(home)
  git(cwd, 'update-ref', 'refs/remotes/origin/main', 'main')
  const temp = mkdtempSync(join(home, 'runner-'))
  const folder = join(temp, 'action')
  mkdirSync(folder)
  for (const file of ['action.yml', 'package.json']) {
    copyFileSync(join(home, 'node_modules', NAME, file), join(folder, file))
  }
  // npm may need the machine's certificates to reach the registry.
  const { HOME, NODE_EXTRA_CA_CERTS } = process.env
  const machine = { HOME, ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }) }
  return { cwd, temp, folder, machine }
}

test('a packed federation-check is installed outside the checkout, and checks it', () => {
  const place = runner()
  const inputs = { version: inject('archive') }
  const result = runAction(readAction(place.folder), {
    ...place,
    inputs,
    github: { base_ref: 'main' },
  })
  expect(result.code, result.log).toBe(1)
  const installed = join(place.temp, 'federation-check-package/node_modules', NAME)
  expect(existsSync(join(installed, 'dist/main.js'))).toBe(true)
  expect(existsSync(join(place.cwd, 'node_modules'))).toBe(false)
  expect(git(place.cwd, 'status', '--short')).toBe('')
  const report = JSON.parse(readFileSync(join(result.outputs.report!, 'report.json'), 'utf8')) as {
    findings: { severity: string; id: string }[]
  }
  expect(report.findings.map(({ severity, id }) => `${severity} ${id}`)).toEqual(FINDINGS)
  expect(result.outputs).toMatchObject({ ok: 'false', failing: String(FAILING) })
})

test('a file that is not a package fails the action before the check', () => {
  const place = runner()
  const inputs = { version: join(place.cwd, 'federation-check.config.json') }
  const result = runAction(readAction(place.folder), {
    ...place,
    inputs,
    github: { base_ref: 'main' },
  })
  expect(result.code).not.toBe(0)
  expect(result.log).toContain('npm error')
  expect(result.outputs).toMatchObject({ ok: '', failing: '' })
  expect(existsSync(join(place.temp, 'federation-check'))).toBe(false)
})
