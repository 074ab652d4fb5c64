// Content that does not change while the process runs: compressed once, and 304 if the client has it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'

/** A file that pages link to, at a URL that changes with its content. */
export interface Asset {
  /** The path of the file, e.g. `/assets/pages.css`. */
  path: string
  /** The path with the version: only the response at this URL may be cached forever. */
  url: string
  body: Buffer
  handler: RequestHandler
}

/** @param type e.g. `text/css`, or a file extension */
export function createAsset(path: string, type: string, body: Buffer): Asset {
  const content = createContent(type, body)
  return {
    path,
    body,
    url: `${path}?v=${content.version}`,
    async handler(req, res) {
      const kept = req.query.v === content.version
      await content.send(req, res, kept ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  }
}

export interface Content {
  /** A hash of the body. */
  version: string
  send(req: Request, res: Response, cacheControl: string): Promise<void>
}

/** Content in every encoding that clients may accept, each created on first use. */
export function createContent(type: string, body: string | Buffer): Content {
  const plain = Buffer.from(body)
  const version = versionOf(plain)
  const encoded = new Map<string, Promise<Buffer>>()
  const inEncoding = (name: Encoding): Promise<Buffer> => {
    const known = encoded.getOrInsertComputed(name, () => ENCODERS[name](plain))
    // A failed compression is tried again at the next request.
    known.catch(() => encoded.delete(name))
    return known
  }
  return {
    version,
    async send(req, res, cacheControl) {
      res.set({ 'Cache-Control': cacheControl, ETag: weakTag(version) })
      res.type(type).vary('Accept-Encoding')
      const encoding = plain.length < WORTH_BYTES || req.fresh ? undefined : encodingFor(req)
      if (encoding) res.set('Content-Encoding', encoding)
      // Express sends 304 by itself when the client has it.
      res.send(encoding ? await inEncoding(encoding) : plain)
    },
  }
}

/** A weak ETag, because the text may be sent in several encodings (RFC 9110, 8.8.1). */
export function etagOf(text: string): string {
  return weakTag(versionOf(text))
}

type Encoding = 'br' | 'gzip'

/** Smaller bodies are not worth compressing. */
const WORTH_BYTES = 1024

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  // A level above 6 takes seconds for the largest bundle and saves little.
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

function encodingFor(req: Request): Encoding | undefined {
  const best = req.acceptsEncodings('br', 'gzip', 'identity')
  return best === 'br' || best === 'gzip' ? best : undefined
}

function versionOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12)
}

function weakTag(version: string): string {
  return `W/"${version}"`
}
