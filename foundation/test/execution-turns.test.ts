// Executions of subscriptions take turns, so that one event for thousands is refused to none of them.
import { expect, test } from 'vitest'
import { createExecutionTurns } from '#foundation/limits/execution-turns.ts'
import { CurrentCaller, runForCaller } from '#foundation/limits/current-caller.ts'

const signal = new AbortController().signal
const callerAt = (address: string) =>
  new CurrentCaller({ viewer: undefined, service: undefined, address }, undefined as never)

/** Executions that end when the test says so. */
function executions() {
  const ends: (() => void)[] = []
  return {
    ends,
    execute: () => new Promise<boolean>((resolve) => ends.push(() => resolve(true))),
  }
}

test('each of 5,000 executions of one caller has its turn, eight at a time', async () => {
  const turns = createExecutionTurns()
  let running = 0
  let most = 0
  const execute = async () => {
    most = Math.max(most, (running += 1))
    await Promise.resolve()
    running -= 1
    return true
  }
  const results = runForCaller(callerAt('192.0.2.1'), () =>
    Promise.all(Array.from({ length: 5_000 }, () => turns.run(signal, execute))),
  )
  expect(new Set(await results)).toEqual(new Set([true]))
  expect(most).toBe(8)
})

test('a subscription that ends gives up its turn', async () => {
  const turns = createExecutionTurns()
  const { ends, execute } = executions()
  const leaving = new AbortController()
  const [running, waiting] = runForCaller(callerAt('192.0.2.1'), () => [
    Array.from({ length: 8 }, () => turns.run(signal, execute)),
    turns.run(leaving.signal, execute),
  ])
  leaving.abort()
  expect(await waiting).toBeUndefined()
  await expect.poll(() => ends.length).toBe(8)
  for (const end of ends) end()
  await Promise.all(running)
  expect(ends).toHaveLength(8)
})

test('executions that wait for something do not block others', async () => {
  const turns = createExecutionTurns()
  const { ends, execute } = executions()
  const addresses = Array.from({ length: 32 }, (_, n) => `192.0.2.${n}`)
  const waiting = addresses.map((address) =>
    runForCaller(callerAt(address), () => turns.run(signal, execute)),
  )
  await expect.poll(() => ends.length).toBe(32)
  const other = runForCaller(callerAt('198.51.100.1'), () =>
    turns.run(signal, () => Promise.resolve('other')),
  )
  expect(await other).toBe('other')
  for (const end of ends) end()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]))
})
