// The end of all streams of a server, while others begin.
import { expect, onTestFinished, test, vi } from 'vitest'
import { OpenConnections } from '#foundation/graphql/live/open-connections.ts'

/** A connection that notes why it is to end. */
function connection() {
  const reasons: Error[] = []
  return {
    reasons,
    recheck() {},
    heartbeat() {},
    end: (reason: Error) => void reasons.push(reason),
  }
}

test('ending all connections waits for those that were open, and for no later one', async () => {
  const connections = new OpenConnections()
  const [earlier, later] = [connection(), connection()]
  const open = connections.add(earlier)
  const first = connections.endAll()
  using _later = connections.add(later)
  expect([earlier.reasons.length, later.reasons.length]).toEqual([1, 0])
  // Another reload of the schema, before the first one has ended its streams.
  const opened = connections.add(connection())
  void connections.endAll()
  open[Symbol.dispose]()
  await first
  opened[Symbol.dispose]()
})

// A revocation arrives within another five (docs/contract/events.md, "How subscriptions are sent").
test('the rights of an open connection are checked within five seconds', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const connections = new OpenConnections()
  const recheck = vi.fn<() => void>()
  using _open = connections.add({ ...connection(), recheck })
  vi.advanceTimersByTime(5_000)
  expect(recheck).toHaveBeenCalled()
})
