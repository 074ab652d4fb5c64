// The line that a terminal shows while the check runs.
import { expect, test } from 'vitest'
import { startProgress } from '../../src/progress.ts'

/** A terminal and its clock, in milliseconds. */
function started({
  isTTY = true,
  environment = {},
}: { isTTY?: boolean; environment?: NodeJS.ProcessEnv } = {}) {
  const written: string[] = []
  const clock = { now: 0 }
  const write = (text: string) => written.push(text) > 0
  const { say, end } = startProgress({ isTTY, write }, environment, () => clock.now)
  return {
    written,
    end,
    say(what: string, now: number) {
      clock.now = now
      say(what)
    },
  }
}

const ERASE = '\r\u001B[2K'

test('a check of less than a second writes nothing', () => {
  const { say, end, written } = started()
  say('Composing base and head', 0)
  say('Comparing: API schema', 999)
  end()
  expect(written).toEqual([])
})

test('after a second each step replaces the line, and the end erases it', () => {
  const { say, end, written } = started()
  say('Composing base and head', 1000)
  say('Comparing: API schema', 12_500)
  end()
  expect(written).toEqual([
    `${ERASE}Composing base and head … 1 s`,
    `${ERASE}Comparing: API schema … 12 s`,
    ERASE,
  ])
})

test.each([
  ['a pipe or a file', { isTTY: false }],
  ['the log of a CI job', { environment: { CI: 'true' } }],
  ['a terminal that cannot erase', { environment: { TERM: 'dumb' } }],
])('%s shows no progress', (_, given) => {
  const { say, end, written } = started(given)
  say('Composing base and head', 60_000)
  end()
  expect(written).toEqual([])
})
