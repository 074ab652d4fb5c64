// Runs a tier: `node test/runner/run.ts <configuration> [filters]`. Files with failed tests run once more, after all
// others and alone. What passes then is unsteady: the closing lines name it, with its failure, and the run is green.
import { appendFileSync } from 'node:fs'
import { createVitest, type TestModule } from 'vitest/node'
import { failuresOf, underLine, type Failure } from './failures.ts'

const [config = '', ...filters] = process.argv.slice(2)
const vitest = await createVitest({ config, watch: false })
const { testModules, unhandledErrors } = await vitest.start(filters)
const failed = testModules.filter((module) => !module.ok())
if (failed.length > 0 && unhandledErrors.length === 0) {
  const failures = failed.flatMap(failuresOf)
  if (await pass(failed)) {
    process.exitCode = 0
    report(failures)
  }
}
await vitest.exit()

/** Whether files pass, each run alone. */
async function pass(modules: readonly TestModule[]): Promise<boolean> {
  let isGreen = true
  for (const module of modules) {
    const repeated = await vitest.runTestSpecifications([module.toTestSpecification()])
    isGreen &&= repeated.unhandledErrors.length === 0
  }
  // Each run returns the modules of all runs, with their last results.
  return isGreen && vitest.state.getTestModules().every((module) => module.ok())
}

/** Prints a line for each, and adds it to the file `UNSTEADY`, which a run of many tiers prints at its end. */
function report(failures: readonly Failure[]): void {
  const lines = failures.map((failure) => {
    return underLine(`unsteady: ${failure.file} ${failure.title}`, failure)
  })
  process.stdout.write(lines.join(''))
  if (process.env.UNSTEADY) appendFileSync(process.env.UNSTEADY, lines.join(''))
}
