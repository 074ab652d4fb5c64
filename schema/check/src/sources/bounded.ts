// How much is read: a file or a stream of more than the limit is refused.
import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './files.ts'

/** The largest file, archive or response that is read, in bytes. */
export const MAX_BYTES = 64 * 1024 * 1024

/** @throws UsageError for a file that cannot be read, or is larger than the limit */
export function readBytes(path: string, name = path): Buffer {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path)
  } catch (error) {
    const [reason] = (error as Error).message.split(',')
    throw new UsageError(`${name} cannot be read: ${reason}.`)
  }
  throw new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`)
}

/** Everything that a stream gives. @throws UsageError for more than the limit */
export async function readBounded(
  name: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
