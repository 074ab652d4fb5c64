// Reads server-sent events ("Server-sent events" of the HTML standard) within a bound.

export interface StreamEvent {
  /** `message` where the stream names none. */
  name: string
  data: string
}

/** An event is larger than the reader allows. */
export class EventTooLarge extends Error {}

/**
 * The events of a stream, without comments. The next part of the stream is read once all events of the last one have
 * been taken. @throws EventTooLarge, and as the stream does
 */
export async function* readEvents(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<StreamEvent, void, void> {
  const decoder = new TextDecoder()
  const lines = new LineReader()
  const event = new EventReader()
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    for (const line of lines.read(decoder.decode(chunk, { stream: true }))) {
      if (line !== '') event.add(line)
      else {
        bytes = 0
        const complete = event.take()
        if (complete) yield complete
      }
    }
    if (bytes > maxBytes) throw new EventTooLarge(`An event has more than ${maxBytes} bytes.`)
  }
}

/** Splits a text that arrives in parts into lines, which end with LF, CR or both. */
class LineReader {
  /** Joined once: adding to a string part by part would copy a long line again and again. */
  #begun: string[] = []
  #endedWithReturn = false;

  *read(text: string): Generator<string, void, void> {
    let from = this.#endedWithReturn && text.startsWith('\n') ? 1 : 0
    if (text !== '') this.#endedWithReturn = text.endsWith('\r')
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
      if (index < from) continue
      yield this.#take(text.slice(from, index))
      from = index + end.length
    }
    if (from < text.length) this.#begun.push(text.slice(from))
  }

  #take(end: string): string {
    if (this.#begun.length === 0) return end
    const line = this.#begun.join('') + end
    this.#begun = []
    return line
  }
}

/** Collects the fields of one event. `id` and `retry` mean nothing in GraphQL over SSE. */
class EventReader {
  #name = ''
  #data: string[] = []

  add(line: string): void {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'event') this.#name = value
    else if (field === 'data') this.#data.push(value)
  }

  /** The event, at the empty line that ends it. One without data is none, unless it has a name. */
  take(): StreamEvent | undefined {
    const [name, data] = [this.#name, this.#data]
    this.#name = ''
    this.#data = []
    if (name === '' && data.length === 0) return undefined
    return { name: name || 'message', data: data.join('\n') }
  }
}
