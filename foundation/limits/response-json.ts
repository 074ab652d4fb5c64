// An answer as JSON: at once where it is small, else in slices that leave time for others.
import { setTimeout as delay } from 'node:timers/promises'
import type { Response } from 'express'
import { currentAnswer, SMALL, type Answer } from '#foundation/limits/response-budget.ts'

/** How long a slice of a large answer may keep this process, in milliseconds; as long it rests after. */
const SLICE_MS = 5
/** How much is written before the clock is looked at, in UTF-16 units. */
const CHUNK = 64 * 1024

/**
 * The JSON of an answer, as bytes where it is large.
 * @throws VALIDATION_ERROR with the reason ANSWER_TOO_LARGE as soon as it exceeds the limit of the answer
 * that is being built; INTERNAL_ERROR with `retry` where there is no room for it
 */
export function answerText(value: unknown): string | Promise<Buffer> {
  const answer = currentAnswer()
  if (!answer || spare(value, SMALL) >= 0) return JSON.stringify(value)
  return largeText(value, answer)
}

/** Answers with JSON, as `res.json` does. */
export async function sendJson(res: Response, value: unknown): Promise<void> {
  const answer = currentAnswer()
  // Its short leaves are few in REST, where nobody names fields or nests lists: no need to look.
  if (!answer || answer.isSmall) {
    res.json(value)
    return
  }
  res.set('Content-Type', 'application/json; charset=utf-8').send(await answerText(value))
}

/** What is left of so many UTF-16 units once the value is written; it stops below zero. */
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

async function largeText(value: unknown, answer: Answer): Promise<Buffer> {
  await answer.takeRoom()
  // As large as it may become; pages that nothing is written to take no memory.
  const written = Buffer.allocUnsafeSlow(answer.limit)
  let bytes = 0
  let began = performance.now()
  for (const text of chunksOf(value)) {
    if (!fits(text, answer.limit - bytes)) throw answer.exceed()
    bytes += written.write(text, bytes)
    const took = performance.now() - began
    if (took < SLICE_MS) continue
    await rest(took)
    began = performance.now()
  }
  return written.subarray(0, bytes)
}

/** Counting takes as long as writing: it is done where a text might not fit. */
function fits(text: string, bytes: number): boolean {
  return text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes
}

let resting: Promise<unknown> = Promise.resolve()

/** Answers rest one after the other, so that any number of them takes half of the time at most. */
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

/** Small values as a whole, since nothing is as fast as JSON.stringify; of others, member by member. */
function* write(value: unknown, to: { text: string }): Generator<string> {
  if (!isComposite(value) || spare(value, CHUNK) >= 0) {
    // Undefined stands in lists alone here.
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
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}
