// The reader of server-sent events: line ends, parts, and its bound.
import { assert, asyncProperty, array, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { EventTooLarge, readEvents } from '#foundation/peers/subscription/event-stream.ts'

async function* partsOf(text: string, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text)
  const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length]
  const sorted = places.toSorted((one, other) => one - other)
  for (const [index, from] of sorted.slice(0, -1).entries()) {
    yield bytes.subarray(from, sorted[index + 1])
  }
}

async function eventsOf(text: string, { cuts = [] as number[], maxBytes = 1_000 } = {}) {
  return Array.fromAsync(readEvents(partsOf(text, cuts), maxBytes))
}

const next = (data: string) => ({ name: 'next', data })
const COMPLETE = { name: 'complete', data: '' }

test.each<[what: string, text: string, events: object[]]>([
  ['a result', 'event: next\ndata: {"a":1}\n\n', [next('{"a":1}')]],
  [
    'other line ends',
    'event: next\r\ndata: 1\r\n\r\nevent: next\rdata: 2\r\r',
    [next('1'), next('2')],
  ],
  [
    'heartbeats and unknown fields',
    ':\n\n: beat\n\nid: 7\nretry: 5\n\nevent: next\ndata: 1\n\n',
    [next('1')],
  ],
  ['several lines of data', 'event: next\ndata: {\ndata: }\n\n', [next('{\n}')]],
  ['no space after the colon', 'event:next\ndata:1\n\n', [next('1')]],
  ['a byte order mark', '\uFEFFevent: next\ndata: 1\n\n', [next('1')]],
  ['the end without data', 'event: complete\ndata\n\n', [COMPLETE]],
  [
    'the end without a field for data',
    'event: next\ndata: 1\n\nevent: complete\n\n',
    [next('1'), COMPLETE],
  ],
  ['nothing but such an end', 'event:complete\r\n\r\n', [COMPLETE]],
  ['an event without a name', 'data: 1\n\n', [{ name: 'message', data: '1' }]],
  ['an event that is not ended', 'event: next\ndata: 1\n', []],
])('the reader understands %s', async (_what, text, events) => {
  expect(await eventsOf(text)).toEqual(events)
})

test('an end event without data ends a stream that the server leaves open', async () => {
  async function* leftOpen() {
    yield Buffer.from('event: complete\r\n')
    yield Buffer.from('\r\n')
    await new Promise(() => undefined)
  }
  expect(await Array.fromAsync(readEvents(leftOpen(), 1_000))).toEqual([COMPLETE])
})

test('however a stream is cut into parts, its events are the same', async () => {
  const text =
    ':\r\n\r\nevent: next\r\ndata: "häß ✓"\r\n\r\nevent: next\rdata: 2\rdata: 3\r\rdata: 4\n\nevent: complete\n\n'
  const whole = await eventsOf(text)
  expect(whole).toHaveLength(4)
  const isSame = async (cuts: number[]) => {
    expect(await eventsOf(text, { cuts })).toEqual(whole)
  }
  await assert(asyncProperty(array(nat(200)), isSame))
})

test('an event over the bound is refused, and any number of small ones is not', async () => {
  const small = 'event: next\ndata: 1\n\n'.repeat(100)
  const cuts = Array.from({ length: 200 }, (_, index) => index * 10)
  expect(await eventsOf(small, { cuts, maxBytes: 100 })).toHaveLength(100)
  const large = `event: next\ndata: ${'x'.repeat(200)}\n\n`
  await expect(eventsOf(large, { cuts, maxBytes: 100 })).rejects.toThrow(EventTooLarge)
  const comment = `:${'x'.repeat(200)}`
  await expect(eventsOf(comment, { cuts, maxBytes: 100 })).rejects.toThrow(EventTooLarge)
})
