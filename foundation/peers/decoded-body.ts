// Decompresses the body of a response, which a subgraph may compress without being asked to.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { errors } from 'undici'

const DECODERS = new Map<string, (body: Buffer, options: Options) => Promise<Buffer>>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
])

interface Options {
  maxOutputLength: number
}

/**
 * The text of a body. One that cannot be decompressed is returned unchanged, and is then not valid JSON.
 * @throws ResponseExceededMaxSizeError for more than `maxBytes` bytes
 */
export function decodedBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): string | Promise<string> {
  const decoder = DECODERS.get(encoding?.trim().toLowerCase() ?? '')
  if (!decoder) return body.toString()
  return decoder(body, { maxOutputLength: maxBytes }).then(
    (decoded) => decoded.toString(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_BUFFER_TOO_LARGE') return body.toString()
      throw new errors.ResponseExceededMaxSizeError()
    },
  )
}
