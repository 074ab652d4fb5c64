// Log lines as a terminal shows them.
import { expect, test } from 'vitest'
import { loadPrinter } from '#foundation/telemetry/log/printed-log.ts'

test('the log line of a changed level names the new level', () => {
  const line = { level: 30, time: 0, name: 'path', msg: 'the log level has changed' }
  const printed = loadPrinter()(JSON.stringify({ ...line, logLevel: 'debug' }))
  expect(printed).toMatch(/path: the log level has changed to debug\n$/)
})
