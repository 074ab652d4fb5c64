// Slots for large responses: small ones never wait, large ones wait until a slot is free.
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DomainError } from '#foundation/domain/errors.ts'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { currentBudget, withBudget } from '#foundation/limits/response-budget.ts'
import { sendJson, responseJson } from '#foundation/limits/response-json.ts'
import { callerOf } from '#test/caller.ts'
import { TIMEOUT } from '#test/process.ts'

const LIMIT = 8 * 1024 * 1024
const LARGE = { items: Array.from({ length: 100 }, () => 'x'.repeat(80_000)) }
const SMALL = { item: 'x' }

let server: Server
/** The large responses that are built, but neither sent nor closed. */
let inside: Set<express.Response>
beforeEach(async () => {
  const held = new Set<express.Response>()
  inside = held
  const limits = { bytes: LIMIT, slots: createLargeResponseSlots() }
  const app = express()
  app.get('/:size/:person', async (req, res) => {
    const caller = callerOf({ as: { id: req.params.person } })
    await withBudget({ limits, caller, res }, async () => {
      if ('mutation' in req.query) currentBudget()!.markMutation()
      const value = req.params.size === 'large' ? LARGE : SMALL
      const text = await responseJson(value)
      if (typeof text !== 'string') {
        held.add(res)
        res.once('close', () => held.delete(res))
      }
      res.send(text)
    }).catch((error: unknown) => {
      res.status(500).json(error instanceof DomainError ? error.extensions : String(error))
    })
  })
  server = createServer(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A response whose headers have arrived; its body waits until the test reads it. */
async function ask(size: string, person: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, path: `/${size}/${person}`, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  return response
}

async function read(response: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat(await response.toArray()).toString()) as unknown
}

const PEOPLE = ['ada', 'grace', 'alan']

/** Six unread responses, two for each of three people. */
async function fill(): Promise<IncomingMessage[]> {
  const held: IncomingMessage[] = []
  // One after the other, because one is built at a time, and another one waits for three seconds only.
  for (const name of [...PEOPLE, ...PEOPLE]) held.push(await ask('large', name))
  expect(inside.size).toBe(6)
  return held
}

/** A large response that gets no slot while the clock of the test passes three seconds. */
async function askInVain(person: string): Promise<IncomingMessage> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = ask('large', person)
  while (vi.getTimerCount() === 0) await nextTurn()
  vi.advanceTimersByTime(2_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  return refused
}

test('without a free slot a response waits for three seconds, and is refused with retry', async () => {
  await fill()
  expect(await read(await askInVain('edsger'))).toEqual({
    code: 'INTERNAL_ERROR',
    details: { retry: true, requestId: 'test-request' },
  })
  expect(inside.size).toBe(6)
})

test('without a free slot a mutation is refused with an unknown outcome, because it may have taken effect', async () => {
  await fill()
  expect(await read(await askInVain('edsger?mutation'))).toEqual({
    code: 'INTERNAL_ERROR',
    details: { outcome: 'unknown', requestId: 'test-request' },
  })
})

test('a small response needs no slot', async () => {
  await fill()
  const waiting = ask('large', 'edsger')
  expect(await read(await ask('small', 'edsger'))).toEqual(SMALL)
  expect(inside.size).toBe(6)
  server.closeAllConnections()
  await expect(waiting).rejects.toThrow('socket hang up')
})

test('a waiting response continues when another one has been read, or its connection is closed', async () => {
  const held = await fill()
  const waiting = [ask('large', 'edsger'), ask('large', 'barbara')]
  expect(await read(held[0]!)).toEqual(LARGE)
  held[1]!.destroy()
  for (const response of waiting) expect(await read(await response)).toEqual(LARGE)
  await vi.waitUntil(() => inside.size === 4, TIMEOUT)
})

test('one person holds two slots at most, so that others get one', async () => {
  const held = [await ask('large', 'ada'), await ask('large', 'ada')]
  const third = ask('large', 'ada')
  expect(await read(await ask('large', 'grace'))).toEqual(LARGE)
  expect(inside.size).toBe(2)
  held[0]!.destroy()
  expect(await read(await third)).toEqual(LARGE)
})

test('a client that disconnects while it waits releases no slot', async () => {
  const held = await fill()
  const { port } = server.address() as AddressInfo
  const leaving = get({ host: '127.0.0.1', port, path: '/large/edsger', agent: false })
  leaving.on('error', () => undefined)
  await once(server, 'request')
  leaving.destroy()
  for (const response of held) response.destroy()
  await vi.waitUntil(() => inside.size === 0, TIMEOUT)
  await fill()
})

test('JSON is as JSON.stringify writes it, at once and in slices', async () => {
  const value = {
    long: ['x'.repeat(200_000), 'é\u0001"\\\u2028\ud83d\ude00\ud800'.repeat(20_000)],
    short: { a: null, b: undefined, c: [undefined, 1.5, true, -0], 'key "q"': new Date(0) },
    empty: [{}, [], ''],
    many: Array.from({ length: 30_000 }, (_, n) => ({ n, text: `item ${n}` })),
  }
  const limits = { bytes: LIMIT, slots: createLargeResponseSlots() }
  const app = express().get('/', async (_req, res) => {
    await withBudget({ limits, caller: callerOf(), res }, async () => {
      const text = await responseJson(value)
      expect(text).toBeInstanceOf(Buffer)
      res.send(text)
    })
  })
  const other = createServer(app)
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const response = await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  expect((await response.text()) === JSON.stringify(value)).toBe(true)
  other.close()
})

test('a field that a client calls toJSON does not keep a response from being sliced', async () => {
  const items = Array.from({ length: 30_000 }, (_, n) => ({ n, text: `item ${n}` }))
  const value = { toJSON: { toJSON: 1, items } }
  const limits = { bytes: LIMIT, slots: createLargeResponseSlots() }
  const written = vi.spyOn(JSON, 'stringify')
  const res = { once: () => undefined } as unknown as express.Response
  const texts: (string | Buffer)[] = []
  await withBudget({ limits, caller: callerOf(), res }, async () => {
    texts.push(await responseJson(value))
  })
  const lengths = written.mock.results.map((result) => String(result.value).length)
  written.mockRestore()
  expect(String(texts[0])).toBe(JSON.stringify(value))
  expect(Math.max(...lengths)).toBeLessThan(100_000)
})

test('sendJson responds as res.json does outside of a budget', async () => {
  const app = express().get('/', (_req, res) => sendJson(res, LARGE))
  const other = createServer(app)
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const response = await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual(LARGE)
  other.close()
})
