// What is logged of failures that repeat, or that callers make up.
import { expect, test } from 'vitest'
import { createRepeatedLog, type OmittedLines } from '#foundation/telemetry/log/repeated-log.ts'

test('A caller who makes up a new failure each time writes a hundred lines a minute', () => {
  let time = 0
  const logRepeatedly = createRepeatedLog(() => time)
  const lines: OmittedLines[] = []
  const fail = (name: string) => logRepeatedly(name, (omitted) => lines.push(omitted))
  for (let count = 0; count < 500; count += 1) fail(`failure ${count}`)
  expect(lines).toHaveLength(100)
  time = 60_000
  fail('another failure')
  expect(lines.at(-1)).toEqual({ others: 400 })
})
