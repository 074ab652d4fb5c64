// Reads a regular file or a stream up to a maximum size.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { UsageError } from './files.ts'

/** The maximum size of a file, archive or response, in bytes. */
export const MAX_BYTES = 64 * 1024 * 1024

/** Reads a file. @throws UsageError for what is not a file, cannot be read, or is larger than the limit */
export function readBytes(path: string, name: string): Buffer {
  const file = open(path, name)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new UsageError(`${name} is ${kindOf(found)}, not a file.`)
    if (found.size > MAX_BYTES) throw new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Opens a file. Without the flag, opening a FIFO would wait until somebody writes to it. */
function open(path: string, name: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENXIO') throw new UsageError(`${name} is a socket or a device, not a file.`)
    const [reason] = message.split(',')
    throw new UsageError(`${name} cannot be read: ${reason}.`)
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a FIFO'
  return found.isSocket() ? 'a socket' : 'a device'
}

/** Reads a stream to its end. @throws UsageError for more than the limit */
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
