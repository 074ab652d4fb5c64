// Reads server-sent events ("Server-sent events" of the HTML standard) within a bound.
import { createParser } from 'eventsource-parser'

export interface StreamEvent {
  /** The name of the event; `message` by default. */
  name: string
  data: string
}

/** An event is larger than the reader allows. */
export class EventTooLarge extends Error {}

/** gqlgen and Hot Chocolate end a subscription by `complete` without data, which the HTML standard ignores. */
const COMPLETE = /[\r\n]event: ?complete(?:\n\n|\r\r|\r\n\r\n)$/
const COMPLETE_LENGTH = 32

/**
 * The events of a stream, without comments. The next part of the stream is read once all events of the last one have
 * been taken. @throws EventTooLarge, and as the stream does
 */
export async function* readEvents(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<StreamEvent, void, void> {
  const events: StreamEvent[] = []
  let isTooLarge = false
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent({ event: name = 'message', data }) {
      events.push({ name, data: Buffer.from(data, 'latin1').toString() })
    },
    // Without this handler, the parser would skip a comment of any length.
    onComment: () => undefined,
    onError({ type }) {
      isTooLarge ||= type === 'max-buffer-size-exceeded'
    },
  })
  let end = '\n'
  for await (const { buffer, byteOffset, byteLength } of stream) {
    // One character for each byte, because the parser counts characters.
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    parser.feed(text)
    end = (end + text.slice(-COMPLETE_LENGTH)).slice(-COMPLETE_LENGTH)
    yield* events.splice(0)
    if (isTooLarge) throw new EventTooLarge(`An event has more than ${maxBytes} bytes.`)
    if (!COMPLETE.test(end)) continue
    yield { name: 'complete', data: '' }
    return
  }
}
