// Clients that never read their responses hold a bounded amount of memory, for a bounded time.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import { addPerson } from '#test/story.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { ask, statusesOf, type Received } from './support/requests.ts'

/** The timeout for stalled connections that the system is started with. */
const STALL_S = 3
const CONNECTIONS = 12
const PEOPLE = 4
/** Large responses that a process holds at once. */
const HELD = 6

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

test('of responses of 9.5 MiB that nobody reads, six are held at once, and none for long', async () => {
  const other = () => ask(`${system.address('identity')}/api/claims`, { token: tokens[0]! })
  const sockets = Array.from({ length: CONNECTIONS }, (_, n) => neverRead(tokens[n % PEOPLE]!))
  const others: Received[] = []
  let max = 0
  const isOver = async () => {
    others.push(await other())
    max = Math.max(max, unread())
    return max > 0 && unread() === 0
  }
  await expect.poll(isOver, TIMEOUT).toBe(true)
  for (const socket of sockets) socket.destroy()
  expect(max).toBeLessThanOrEqual(HELD)
  expect(statusesOf(others)).toEqual(new Set([200]))
  expect(system.isAlive()).toBe(true)
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
