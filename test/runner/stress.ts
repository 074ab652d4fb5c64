// Runs a tier beside busy loops that leave it a quarter of the processors, in a random order, and lists what fails:
// `npm run test:stress -- [tier] [filters]`. Files that fail, or changed during the last day, run three times.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { BaseSequencer, createVitest, type Reporter, type TestSpecification } from 'vitest/node'
import { failuresOf, underLine, type Failure } from './failures.ts'

const SLOWNESS = 4
const ROUNDS = 3

class RandomOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = new Map(files.map((file) => [file, Math.random()]))
    return Promise.resolve(files.toSorted((a, b) => order.get(a)! - order.get(b)!))
  }
}

const [tier = 'slow', ...filters] = process.argv.slice(2)
const ofTier = ['test', 'operations/test'].map((folder) => `${folder}/${tier}/vitest.config.ts`)
const config = ofTier.find(existsSync) ?? `vitest.${tier}.config.ts`
process.env.TEST_SLOWNESS = String(SLOWNESS)
/** Ends with this process, whatever ends it. */
const LOOP = 'const { ppid } = process; while (process.ppid === ppid);'
const loops = Array.from({ length: availableParallelism() * (SLOWNESS - 1) }, () =>
  spawn(process.execPath, ['-e', LOOP]),
)

/** Prints failures when they happen, because a run takes hours. */
const failing: Reporter = {
  onTestModuleEnd(module) {
    for (const failure of failuresOf(module)) print('failed', failure)
  },
}

const sequence = { sequencer: RandomOrder }
const reporters = ['default', failing]
const vitest = await createVitest({ config, watch: false, sequence, reporters })
const { testModules, unhandledErrors } = await vitest.start(filters)
const failures = testModules.flatMap(failuresOf)
const changed = changedFiles()
const again = testModules.filter((module) => !module.ok() || changed.has(module.relativeModuleId))
for (let round = 2; round <= ROUNDS && again.length > 0; round += 1) {
  const specifications = again.map((module) => module.toTestSpecification())
  const repeated = await vitest.runTestSpecifications(specifications)
  failures.push(...repeated.testModules.flatMap(failuresOf))
  unhandledErrors.push(...repeated.unhandledErrors)
}
endLoops()
report()
process.exitCode = failures.length + unhandledErrors.length > 0 ? 1 : 0
await vitest.exit()

function endLoops(): void {
  for (const loop of loops) loop.kill()
}

/** The files that commits of the last day have changed. */
function changedFiles(): Set<string> {
  const log = ['log', '--since=1 day ago', '--name-only', '--format=']
  return new Set(execFileSync('git', log, { encoding: 'utf8' }).split('\n'))
}

function report(): void {
  const tests = Map.groupBy(failures, ({ file, title }) => `${file} ${title}`)
  for (const [first, ...more] of tests.values()) {
    print(`failed ${1 + more.length} of ${ROUNDS}`, first!)
  }
  if (tests.size === 0) process.stdout.write('Nothing failed.\n')
}

function print(what: string, failure: Failure): void {
  process.stdout.write(underLine(`${what}: ${failure.file} ${failure.title}`, failure))
}
