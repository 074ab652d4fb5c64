// Hints between processes, over the database that they share.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventHints, type EventHints } from '#foundation/events/hints/event-hints.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, poolOf, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let resources: AsyncDisposableStack
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  database = await emptyDatabase()
  resources.defer(() => database.drop())
})
afterEach(() => resources.disposeAsync())

async function startProcess(log = testLog): Promise<EventHints> {
  return resources.use(await createEventHints(undefined, log))
}

/** Joins, and waits until hints arrive. */
async function join(hints: EventHints, service: string) {
  const onHint = vi.fn()
  const send = hints.join({ databaseUrl: database.url, service }, onHint)
  // The first hint says that the channel is open.
  await expect.poll(() => onHint.mock.calls.length).toBeGreaterThan(0)
  onHint.mockClear()
  return { onHint, send }
}

type Member = Awaited<ReturnType<typeof join>>

/** Processes send no hints before they know each other. */
async function sendUntilHeard(sender: Member, receiver: Member): Promise<void> {
  await expect
    .poll(() => {
      sender.send()
      return receiver.onHint.mock.calls.length
    })
    .toBeGreaterThan(0)
}

/** The sessions that listen. */
async function listeners(): Promise<number[]> {
  const pool = poolOf(database)
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()
       and application_name = 'events'`,
  )
  await pool.end()
  return rows.map(({ pid }) => pid)
}

test('a hint reaches the same service of other processes, and no other service', async () => {
  const [here, there] = [await startProcess(), await startProcess()]
  const guild = await join(here, 'guild')
  const others = await Promise.all(['guild', 'realm'].map((service) => join(there, service)))
  expect(await listeners()).toHaveLength(2)
  await sendUntilHeard(guild, others[0]!)
  await sendUntilHeard(others[0]!, guild)
  expect(others[1]!.onHint).not.toHaveBeenCalled()
})

test('hints of the same moment are sent together', async () => {
  const [here, there] = [await startProcess(), await startProcess()]
  const [sender, receiver] = [await join(here, 'guild'), await join(there, 'guild')]
  await sendUntilHeard(sender, receiver)
  receiver.onHint.mockClear()
  for (let n = 0; n < 100; n += 1) sender.send()
  await sendUntilHeard(receiver, sender)
  expect(receiver.onHint.mock.calls.length).toBeLessThan(5)
})

test('an outage is logged once, and listeners that reconnect look for what they missed', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push((JSON.parse(chunk.toString()) as { msg: string }).msg)
      done()
    },
  })
  const { onHint } = await join(await startProcess(pino(stream)), 'guild')
  const pool = poolOf({ url: new URL('/postgres', database.url).href })
  const name = new URL(database.url).pathname.slice(1)
  await pool.query(`alter database ${name} with allow_connections false`)
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await expect.poll(() => lines).toHaveLength(1)
  await pool.query(`alter database ${name} with allow_connections true`)
  await expect.poll(() => lines).toHaveLength(2)
  await pool.end()
  expect(onHint).toHaveBeenCalledOnce()
  expect(lines).toEqual([
    'no hints about events arrive: polls find them within a second',
    'hints about events arrive again',
  ])
})

test('a connection that the server ends is replaced without a line in the log', async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void expect.unreachable(line) })
  const { onHint } = await join(await startProcess(log), 'guild')
  const [pid] = await listeners()
  const pool = poolOf(database)
  await pool.query('select pg_terminate_backend($1)', [pid])
  await pool.end()
  await expect.poll(() => onHint.mock.calls.length).toBe(1)
})
