// The failures in a file of tests.
import type { TestModule } from 'vitest/node'

export interface Failure {
  file: string
  /** The full name of the test, or of the suite whose hook failed; empty for the file itself. */
  title: string
  message: string
}

export function failuresOf(module: TestModule): Failure[] {
  const tests = [...module.children.allTests('failed')].map((test) => ({
    title: test.fullName,
    errors: test.result().errors ?? [],
  }))
  const suites = [...module.children.allSuites()].map((suite) => ({
    title: suite.fullName,
    errors: suite.errors(),
  }))
  const file = module.relativeModuleId
  return [{ title: '', errors: module.errors() }, ...suites, ...tests].flatMap(
    ({ title, errors: [error] }) => (error ? [{ file, title, message: error.message }] : []),
  )
}

/** A failure under a line that says what it is. */
export function underLine(line: string, { message }: Failure): string {
  return `${line}\n  ${message.replaceAll('\n', '\n  ')}\n`
}
