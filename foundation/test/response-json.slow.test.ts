// Responses as JSON: at once, or in slices that let other requests run.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { withBudget } from '#foundation/limits/response-budget.ts'
import { sendJson, responseJson } from '#foundation/limits/response-json.ts'
import { callerOf } from '#test/caller.ts'

const LIMIT = 8 * 1024 * 1024
const LARGE = { items: Array.from({ length: 100 }, () => 'x'.repeat(80_000)) }

test('the JSON is that of JSON.stringify, written at once or in slices', async () => {
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
