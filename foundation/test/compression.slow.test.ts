// Compression of responses: the headers, and a client that stops reading.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import express, { type Response } from 'express'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compressed } from '#foundation/http/compression.ts'
import { TIMEOUT } from '#test/process.ts'

const TEXT = 'All quests, newest first. '.repeat(100)
const SIZE = 32 * 1024 * 1024
/** Random text, which hardly shrinks and fills every buffer. */
const NOISE = randomBytes((SIZE * 3) / 4).toString('base64')

let server: Server
let port: number
let noise: Response | undefined
const noises: Response[] = []
/** Responses to clients that had left already. */
let gone = 0
beforeAll(async () => {
  const app = express()
  app.use(compressed)
  app.get('/text', (_req, res) => void res.type('txt').send(TEXT))
  app.get('/kept', (_req, res) => void res.set('Cache-Control', 'no-transform').send(TEXT))
  app.get('/encoded', (_req, res) => void res.set('Content-Encoding', 'zstd').send(TEXT))
  app.get('/nothing', (_req, res) => void res.status(204).end())
  app.get('/picture', (_req, res) => void res.type('png').send(Buffer.from(TEXT)))
  app.get('/noise', (_req, res) => {
    noise = res
    res.type('txt').send(NOISE)
  })
  app.get('/late', async (_req, res) => {
    await once(res, 'close')
    res.type('txt').send(TEXT)
    gone += 1
  })
  app.get('/endless', (_req, res) => {
    noises.push(res)
    // Never ended, so its slot stays in use.
    res.type('txt').write(NOISE.slice(0, 100_000))
  })
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const ask = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } })

test.each([
  ['/text', 'br'],
  ['/kept', null],
  ['/nothing', null],
  ['/picture', null],
])('%s has the encoding %s', async (path, encoding) => {
  const { headers } = await ask(path)
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.has('transfer-encoding')).toBe(encoding !== null)
})

test('clients that hang up before the response keep no slot', async () => {
  for (let caller = 0; caller < 40; caller += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /late HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n')
    await once(socket, 'connect')
    await once(server, 'request')
    socket.destroy()
  }
  await expect.poll(() => gone).toBe(40)
  expect((await ask('/text')).headers.get('content-encoding')).toBe('br')
})

test('an encoded response is not compressed again', async () => {
  expect((await ask('/encoded')).headers.get('content-encoding')).toBe('zstd')
})

test('a client that stops reading stops the compression, which ends with the connection', async () => {
  const socket = connect(port, '127.0.0.1').pause()
  socket.write('GET /noise HTTP/1.1\r\nHost: here\r\nAccept-Encoding: br\r\n\r\n')
  await vi.waitUntil(() => noise?.socket && noise.writableNeedDrain, TIMEOUT)
  const sent = noise!.socket!.bytesWritten
  const held = noise!.socket!.writableLength
  // Only a few chunks of the response are buffered, and the socket makes no progress.
  expect(held).toBeLessThan(SIZE / 10)
  expect(sent).toBeLessThan(SIZE / 2)
  const closed = once(noise!, 'close')
  noise!.socket!.destroy()
  await closed
  expect(noise!.writableFinished).toBe(false)
  socket.destroy()
})

test('responses beyond the limit are sent uncompressed until others have finished', async () => {
  noises.length = 0
  const readers = Array.from({ length: 32 }, () => connect(port, '127.0.0.1').pause())
  for (const reader of readers) {
    reader.write('GET /endless HTTP/1.1\r\nHost: here\r\nAccept-Encoding: gzip\r\n\r\n')
  }
  await vi.waitUntil(() => noises.length === 32, TIMEOUT)
  const crowded = await ask('/text')
  expect(crowded.headers.get('content-encoding')).toBe(null)
  expect(crowded.headers.get('vary')).toContain('Accept-Encoding')
  expect(await crowded.text()).toBe(TEXT)
  const closed = noises.map((res) => once(res, 'close'))
  for (const reader of readers) reader.destroy()
  await Promise.all(closed)
  expect((await ask('/text')).headers.get('content-encoding')).toBe('br')
})
