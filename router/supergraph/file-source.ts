// Reads a supergraph from a file. It is read whole each time, because the modification time of a
// mounted or linked file says little.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { boundedText } from './bounded-text.ts'
import { MAX_SUPERGRAPH_BYTES, type SupergraphSource } from './source.ts'

/** A changed file is read again after this time until it stays the same, because it may still be written. */
const SETTLE_MS = 100
const MAX_READS = 10

export function fileSource(file: string): SupergraphSource {
  let known: string | undefined
  return {
    name: file,
    async read(signal) {
      // A pipe can be read only once.
      if (known !== undefined && !(await stat(file)).isFile()) return undefined
      const text = await readFile(file, signal)
      if (known !== undefined && text !== known) return (known = await settled(file, text, signal))
      return (known = text)
    },
  }
}

async function settled(file: string, text: string, signal: AbortSignal): Promise<string> {
  let last = text
  for (let reads = 1; reads < MAX_READS; reads++) {
    await delay(SETTLE_MS, undefined, { signal })
    const next = await readFile(file, signal)
    if (next === last) return next
    last = next
  }
  throw new Error('it changes while it is read')
}

function readFile(file: string, signal: AbortSignal): Promise<string> {
  const stream = createReadStream(file, { signal }) as AsyncIterable<Buffer>
  return boundedText(stream, MAX_SUPERGRAPH_BYTES)
}
