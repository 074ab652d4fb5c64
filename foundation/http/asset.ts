// Content that does not change while the process runs: compressed once, not for each request, and
// answered with 304 to clients that have it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'

/** A file that pages link to, under an address that changes with its content. */
export interface Asset {
  /** e.g. `/assets/pages.css` */
  path: string
  /** The path with the version: what is asked for like this may be kept forever, all else must not be. */
  url: string
  body: Buffer
  answer: RequestHandler
}

/** @param type e.g. `text/css`, or the end of a file's name */
export function createAsset(path: string, type: string, body: Buffer): Asset {
  const content = createContent(type, body)
  return {
    path,
    body,
    url: `${path}?v=${content.version}`,
    async answer(req, res) {
      const kept = req.query.v === content.version
      await content.send(req, res, kept ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  }
}

export interface Content {
  /** Of the body: another body has another one. */
  version: string
  send(req: Request, res: Response, cacheControl: string): Promise<void>
}

/** Content in every encoding that clients may accept, each created at its first use. */
export function createContent(type: string, body: string | Buffer): Content {
  const plain = Buffer.from(body)
  const version = versionOf(plain)
  const encoded = new Map<string, Promise<Buffer>>()
  const inEncoding = (name: Encoding): Promise<Buffer> => {
    const known = encoded.get(name) ?? ENCODERS[name](plain)
    encoded.set(name, known)
    // What failed once is tried again.
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
      // Express answers 304 by itself when the client has it.
      res.send(encoding ? await inEncoding(encoding) : plain)
    },
  }
}

/** An ETag of a text that may go out in several encodings, and so a weak one (RFC 9110, 8.8.1). */
export function etagOf(text: string): string {
  return weakTag(versionOf(text))
}

type Encoding = 'br' | 'gzip'

/** Smaller ones do not get smaller. */
const WORTH_BYTES = 1024

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  // More than 6 takes seconds for the largest bundle, and saves little.
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
