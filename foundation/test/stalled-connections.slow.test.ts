// Stalled clients are cut, slow ones are not, and idle connections are kept and drained.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen, type RunningServer } from '#foundation/http/listen.ts'
import { freePorts } from '#test/ports.ts'

/** The tests set the clock by which connections are checked. */
const STALL_MS = 2_000
const CHECK_MS = STALL_MS / 6
/** When a drain first closes idle connections. */
const GOODBYE_MS = 300
/** More than the operating system buffers for a client that does not read. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x')

let listening: RunningServer
let port: number
let ends: { path: string; finished: boolean }[]
/** Ends the response at /slow. */
let respondSlowly: () => void
beforeEach(async () => {
  ends = []
  vi.useFakeTimers({
    toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  })
  port = (await freePorts(1))[0]!
  const app = express()
  app.use((req, res, next) => {
    res.once('close', () => {
      ends.push({ path: req.path, finished: res.writableFinished })
    })
    next()
  })
  app.get('/large', (_req, res) => void res.send(LARGE))
  app.get('/chunks', (_req, res) => {
    for (let n = 0; n < 24; n += 1) res.write(LARGE.subarray(0, 1024 * 1024))
    res.end()
  })
  app.get('/small', (_req, res) => void res.send('small'))
  app.get('/slow', (_req, res) => {
    respondSlowly = () => res.send('slow')
  })
  const address = { host: '127.0.0.1', port, setting: 'PORT', responseStallMs: STALL_MS }
  listening = await listen(app, address)
})
afterEach(async () => {
  vi.useRealTimers()
  listening.server.closeAllConnections()
  await listening.drain()
})

async function open(...paths: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(paths.map(requestFor).join(''))
  return socket
}

function requestFor(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

/** Lets one check after the other come until a response has ended. @returns their number */
async function checksUntilEnd(path: string, between: () => unknown = () => undefined) {
  let checks = 0
  while (!ends.some((end) => end.path === path)) {
    vi.advanceTimersByTime(CHECK_MS)
    checks += 1
    between()
    // The system takes data, and closes connections, between two turns.
    await nextTurn()
  }
  return checks
}

test.each(['/large', '/chunks'])('a client that never reads %s is disconnected', async (path) => {
  const socket = await open(path)
  await once(listening.server, 'request')
  expect(await checksUntilEnd(path)).toBeGreaterThan(STALL_MS / CHECK_MS)
  expect(ends).toMatchObject([{ path, finished: false }])
  socket.destroy()
})

test('a client that keeps sending requests without reading is disconnected', async () => {
  const socket = await open('/large', '/small', '/large')
  await checksUntilEnd('/large', () => socket.write(requestFor('/small')))
  expect(ends.some(({ finished }) => finished)).toBe(false)
  socket.destroy()
})

test.each(['/large', '/chunks'])('a client that reads %s slowly gets all of it', async (path) => {
  const socket = await open(path)
  const whole = Promise.withResolvers<void>()
  let bytes = 0
  // The system passes on a megabyte or two at a time: they take a third of a stall, and the whole takes six.
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    vi.advanceTimersByTime((6 * STALL_MS * chunk.length) / LARGE.length)
    socket.pause()
    setImmediate(() => socket.resume())
    if (bytes > LARGE.length) whole.resolve()
  })
  socket.once('close', () => whole.reject(new Error(`Cut after ${bytes} bytes.`)))
  await whole.promise
  await checksUntilEnd(path)
  expect(ends).toMatchObject([{ path, finished: true }])
  socket.destroy()
})

test('a connection that waits for its response is kept, and so is one that waits for a request', async () => {
  const socket = await open('/slow')
  await once(listening.server, 'request')
  const other = await open('/large')
  // By the time this one is cut, the others have been checked often enough.
  await checksUntilEnd('/large')
  respondSlowly()
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*slow$/)
  const another = await open('/chunks')
  await checksUntilEnd('/chunks')
  socket.write(requestFor('/small'))
  const [next] = (await once(socket, 'data')) as [Buffer]
  expect(next.toString()).toMatch(/small$/)
  for (const each of [socket, other, another]) each.destroy()
})

test('a connection is kept for longer than load balancers keep theirs', async () => {
  const socket = await open('/small')
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^Keep-Alive: timeout=75\r$/m)
  const { headersTimeout, keepAliveTimeout } = listening.server
  expect(headersTimeout).toBeGreaterThan(keepAliveTimeout)
  socket.destroy()
})

test('a drain closes idle connections before it cuts the others', async () => {
  const busy = await open('/slow')
  const idle = await open('/small')
  await once(idle, 'data')
  idle.once('close', () => respondSlowly())
  const responded = once(busy, 'data')
  const drained = listening.drain()
  vi.advanceTimersByTime(GOODBYE_MS)
  const [response] = (await responded) as [Buffer]
  expect(response.toString()).toMatch(/slow$/)
  vi.advanceTimersByTime(GOODBYE_MS)
  await drained
})
