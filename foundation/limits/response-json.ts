// Writes a response as JSON: a small one at once, a large one in slices that let other requests run.
import { setTimeout as delay } from 'node:timers/promises'
import type { Response } from 'express'
import {
  currentBudget,
  SMALL_RESPONSE,
  type ResponseBudget,
} from '#foundation/limits/response-budget.ts'

/** How long a slice of a large response may block the process, in milliseconds; then it pauses as long. */
const SLICE_MS = 5
/** How much is written between two reads of the clock, in UTF-16 units. */
const CHUNK = 64 * 1024

/**
 * The JSON of a response, as bytes when it is large.
 * @throws VALIDATION_ERROR with the reason ANSWER_TOO_LARGE as soon as it exceeds the current budget;
 * INTERNAL_ERROR with `retry` when no slot is free
 */
export function responseJson(value: unknown): string | Promise<Buffer> {
  const budget = currentBudget()
  if (!budget || spare(value, SMALL_RESPONSE) >= 0) return JSON.stringify(value)
  return largeText(value, budget)
}

/** Sends JSON, as `res.json` does. @throws as `responseJson` does */
export async function sendJson(res: Response, value: unknown): Promise<void> {
  const budget = currentBudget()
  // REST responses have few leaves, because clients cannot choose fields or nest lists.
  const isSmall = !budget || budget.isSmall
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  sendBody(res, isSmall ? JSON.stringify(value) : await responseJson(value))
}

/**
 * Sends a body whose type is set. `res.send` would copy a string into a buffer, which then leaves in a second chunk
 * after the headers; it is only used for conditional requests.
 */
export function sendBody(res: Response, body: string | Buffer): void {
  if (res.req.headers['if-none-match'] !== undefined) {
    res.send(body)
    return
  }
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(body)
}

/** How many of `units`, in UTF-16, are left after writing the value; stops below zero. */
function spare(value: unknown, units: number): number {
  if (typeof value === 'string') return units - value.length - 2
  if (typeof value !== 'object' || value === null) return units - 2
  let left = units
  if (Array.isArray(value)) {
    for (const item of value) {
      left = spare(item, left - 1)
      if (left < 0) break
    }
    return left
  }
  for (const key in value) {
    left = spare((value as Record<string, unknown>)[key], left - key.length - 4)
    if (left < 0) break
  }
  return left
}

async function largeText(value: unknown, budget: ResponseBudget): Promise<Buffer> {
  await budget.acquireSlot()
  // Allocated at the limit; pages never written use no memory.
  const written = Buffer.allocUnsafeSlow(budget.limit)
  let bytes = 0
  let began = performance.now()
  for (const text of chunksOf(value)) {
    if (!fits(text, budget.limit - bytes)) throw budget.refuseTooLarge()
    bytes += written.write(text, bytes)
    const took = performance.now() - began
    if (took < SLICE_MS) continue
    await rest(took)
    began = performance.now()
  }
  return written.subarray(0, bytes)
}

/** Counts bytes only for a string that might not fit, because counting takes as long as writing. */
function fits(text: string, bytes: number): boolean {
  return text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes
}

let resting: Promise<unknown> = Promise.resolve()

/** Large responses pause one after the other, so that together they use at most half of the time. */
async function rest(ms: number): Promise<void> {
  const rested = resting.then(() => delay(ms))
  resting = rested
  await rested
}

/** JSON in chunks of about 64 KiB, or of one leaf that is longer. */
function* chunksOf(value: unknown): Generator<string> {
  const written = { text: '' }
  yield* write(value, written)
  yield written.text
}

/** Writes small values as a whole, because JSON.stringify is fastest; large ones member by member. */
function* write(value: unknown, to: { text: string }): Generator<string> {
  if (!isComposite(value) || spare(value, CHUNK) >= 0) {
    // Only lists contain undefined here.
    to.text += JSON.stringify(value) ?? 'null'
    if (to.text.length >= CHUNK) yield take(to)
    return
  }
  const isList = Array.isArray(value)
  to.text += isList ? '[' : '{'
  let separator = ''
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (!isList && member === undefined) continue
    to.text += isList ? separator : `${separator}${JSON.stringify(key)}:`
    separator = ','
    yield* write(member, to)
  }
  to.text += isList ? ']' : '}'
}

function take(from: { text: string }): string {
  const { text } = from
  from.text = ''
  return text
}

function isComposite(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  // A response may also have a field with this name.
  return typeof (value as { toJSON?: unknown }).toJSON !== 'function'
}
