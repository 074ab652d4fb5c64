import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runNode } from '#test/process.ts'

const RUN = ['test/runner/run.ts', 'test/runner/fixtures/vitest.config.ts']

/** Runs fixtures whose names contain these words. */
async function runFixtures(...filters: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'runner-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const list = join(folder, 'unsteady')
  const program = runNode([...RUN, ...filters], { RUNS: folder, UNSTEADY: list })
  const { code } = await program.ended()
  const unsteady = await readFile(list, 'utf8').catch(() => '')
  return { code, unsteady, output: program.output() }
}

test('Tests and hooks that fail once leave the run green, and are named in its closing lines', async () => {
  const { code, unsteady, output } = await runFixtures('first-run')
  const folder = 'unsteady: test/runner/fixtures'
  const failure = 'expected false to be true // Object.is equality'
  expect(unsteady.split(/(?=^unsteady)/m).toSorted()).toEqual([
    `${folder}/another-first-run.fixture.ts another test fails once\n  ${failure}\n`,
    `${folder}/first-run.fixture.ts a suite\n  ${failure}\n`,
    `${folder}/first-run.fixture.ts a test fails once\n  two\n  lines: ${failure}\n`,
  ])
  expect(output.endsWith(unsteady)).toBe(true)
  expect(code).toBe(0)
})

test('A test that fails twice leaves the run red, whatever passes beside it', async () => {
  const { code, output } = await runFixtures('first-run', 'every-run')
  expect(output.match(/FAIL.*a test fails twice/g)).toHaveLength(2)
  expect(code).toBe(1)
})

test('An error outside all tests leaves the run red, without a repetition', async () => {
  const { code, output } = await runFixtures('late-error')
  expect(output.match(/Test Files/g)).toHaveLength(1)
  expect(code).toBe(1)
})
