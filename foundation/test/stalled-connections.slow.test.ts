// Stalled clients are cut, slow ones are not, and idle connections are kept and drained.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen, type RunningServer } from '#foundation/http/listen.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'

/** Reader and server share a process: on a busy machine it may get no processor for half a second. */
const STALL_MS = 2_000
/** More than the operating system buffers for a client that does not read. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x')

let listening: RunningServer
let port: number
let ends: { path: string; finished: boolean; at: number }[]
/** Ends the response at /slow. */
let respondSlowly: () => void
beforeEach(async () => {
  ends = []
  port = (await freePorts(1))[0]!
  const app = express()
  app.use((req, res, next) => {
    res.once('close', () => {
      ends.push({ path: req.path, finished: res.writableFinished, at: performance.now() })
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

test.each(['/large', '/chunks'])('who never reads %s is cut', async (path) => {
  const began = performance.now()
  const socket = await open(path)
  await vi.waitUntil(() => ends.length === 1, TIMEOUT)
  expect(ends[0]).toMatchObject({ path, finished: false })
  expect(ends[0]!.at - began).toBeGreaterThan(STALL_MS)
  socket.destroy()
})

test('who asks on and on without reading is cut as well', async () => {
  const socket = await open('/large', '/small', '/large')
  const asking = setInterval(() => socket.write(requestFor('/small')), 50)
  await vi.waitUntil(() => ends.some(({ path }) => path === '/large'), TIMEOUT)
  clearInterval(asking)
  expect(ends.some(({ finished }) => finished)).toBe(false)
  socket.destroy()
})

test.each(['/large', '/chunks'])('who reads %s slowly gets all of it', async (path) => {
  const began = performance.now()
  const socket = await open(path)
  let bytes = 0
  // One chunk, and another one a little later.
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), Math.min(chunk.length / 5_000, STALL_MS / 3))
  })
  await vi.waitUntil(() => bytes > LARGE.length, TIMEOUT)
  expect(performance.now() - began).toBeGreaterThan(STALL_MS * 2)
  expect(ends).toMatchObject([{ path, finished: true }])
  socket.destroy()
})

test('a connection that waits for its response is kept, and so is one that waits for a request', async () => {
  const socket = await open('/slow')
  await once(listening.server, 'request')
  const other = await open('/large')
  // By the time this one is cut, the others have been checked often enough.
  await vi.waitUntil(() => ends.length === 1, TIMEOUT)
  respondSlowly()
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*slow$/)
  const another = await open('/large')
  await vi.waitUntil(() => ends.length === 3, TIMEOUT)
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
  await listening.drain()
  const [response] = (await responded) as [Buffer]
  expect(response.toString()).toMatch(/slow$/)
})
