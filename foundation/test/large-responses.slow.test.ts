// Slots for large responses: small ones never wait, large ones wait until a slot is free.
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DomainError } from '#foundation/domain/errors.ts'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { currentBudget, withBudget } from '#foundation/limits/response-budget.ts'
import { responseJson } from '#foundation/limits/response-json.ts'
import { callerOf } from '#test/caller.ts'
import { TIMEOUT } from '#test/process.ts'

const LIMIT = 8 * 1024 * 1024
const LARGE = { items: Array.from({ length: 100 }, () => 'x'.repeat(80_000)) }
const SMALL = { item: 'x' }

let server: Server
/** The large responses that are built, but neither sent nor closed. */
let inside: Set<express.Response>
beforeEach(async () => {
  // A response waits for both of its slots together, however long others are built.
  vi.useFakeTimers({ toFake: ['performance'] })
  captureWaits()
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
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const DAY_MS = 86_400_000

interface Wait {
  end: () => void
  ms: number
}
/** The waits for slots: only a test ends them. Everything else in this process keeps its timers. */
let waits: Wait[]

function captureWaits(): void {
  const captured: Wait[] = []
  waits = captured
  const start = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    end: () => void,
    ms = 0,
    ...args: unknown[]
  ) => {
    if (ms <= 2_500 || ms > 3_000) return start(end, ms, ...args)
    captured.push({ end, ms })
    return start(() => undefined, DAY_MS).unref()
  }) as typeof setTimeout)
}

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
  for (const name of [...PEOPLE, ...PEOPLE]) held.push(await ask('large', name))
  expect(inside.size).toBe(6)
  return held
}

/** A large response that gets no slot until its wait ends. */
async function askInVain(person: string): Promise<{ ms: number; body: unknown }> {
  const others = waits.length
  const refused = ask('large', person)
  while (waits.length === others) await nextTurn()
  const { end, ms } = waits.at(-1)!
  end()
  return { ms, body: await read(await refused) }
}

test('without a free slot a response waits for three seconds, and is refused with retry', async () => {
  await fill()
  const { ms, body } = await askInVain('edsger')
  expect(ms).toBe(3_000)
  expect(body).toEqual({
    code: 'INTERNAL_ERROR',
    details: { retry: true, requestId: 'test-request' },
  })
  expect(inside.size).toBe(6)
})

test('without a free slot a mutation is refused with an unknown outcome, because it may have taken effect', async () => {
  await fill()
  const { body } = await askInVain('edsger?mutation')
  expect(body).toEqual({
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
