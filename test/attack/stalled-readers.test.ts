// Clients that never read their responses hold a bounded amount of memory, for a bounded time.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import { addPerson } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked } from './support/attacked.ts'
import { ask, inPeace, meanwhile, memoryOf, p99, printFigures } from './support/figures.ts'

/** The timeout for stalled connections that the system is started with. */
const STALL_S = 3
const CONNECTIONS = 12
const PEOPLE = 4

let system: Attacked
let tokens: string[]
beforeAll(async () => {
  system = await startAttacked({ settings: { ANSWER_STALL_SECONDS: String(STALL_S) } })
  const ids = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => addPerson(system, `reader_${n}`)),
  )
  tokens = await Promise.all(ids.map((id) => system.token(id)))
  await sql`insert into scrolls
      (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
    select 'scroll_' || n, 'A Scroll', repeat('é', 49900), ${ids[0]!}, 'Ada', 'Aether', 1, 'public',
      now() from generate_series(1, 100) as scroll (n)`.execute(system.tables('scroll'))
})
afterAll(() => system.stop())

test('responses of 9.5 MiB that nobody reads hold bounded memory', async () => {
  const other = () => ask(`${system.address('identity')}/api/claims`, { token: tokens[0]! })
  const peace = p99(await inPeace(other))
  const before = memoryOf(system.process('router')).now
  const began = performance.now()
  const sockets = Array.from({ length: CONNECTIONS }, (_, n) => neverRead(tokens[n % PEOPLE]!))
  let held = 0
  let max = 0
  const waits = await meanwhile(other, async () => {
    const isOver = () => {
      held = Math.max(held, memoryOf(system.process('router')).now - before)
      max = Math.max(max, unread())
      return max > 0 && unread() === 0
    }
    await vi.waitUntil(isOver, { ...TIMEOUT, interval: 50 }).catch(() => undefined)
  })
  const left = unread()
  printFigures(`${CONNECTIONS} answers of 9.5 MiB that nobody reads`, {
    'unread at most': max,
    left: `${left} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    'RSS before': `${before} MiB`,
    'RSS more': `${held} MiB`,
    'others p99 before': `${Math.round(peace)} ms`,
    'others p99': `${Math.round(p99(waits))} ms`,
    alive: String(system.isAlive()),
  })
  for (const socket of sockets) socket.destroy()
  if (measuresOnly) return
  expect(system.isAlive()).toBe(true)
  expect(max).toBeGreaterThan(0)
  expect(left).toBe(0)
})

/** Connections of the router with unread bytes in the operating system's buffers. */
function unread(): number {
  const { port } = new URL(system.address('router'))
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return rows.filter((row) => {
    const [, address, , , queues] = row.trim().split(/\s+/)
    return address!.endsWith(local) && Number.parseInt(queues!, 16) > 0
  }).length
}

/** Requests all scrolls, and reads nothing. */
function neverRead(token: string): Socket {
  const { port } = new URL(system.address('router'))
  const socket = connect(Number(port), '127.0.0.1').pause()
  socket.on('error', () => undefined)
  const body = JSON.stringify({ query: '{ scrolls(first: 100) { nodes { content } } }' })
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket
}
