// Reads the JSON body of a request, up to a limit.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import express, { type Request, type Response } from 'express'
import { invalidInput } from '#foundation/domain/errors.ts'
import { keepDigits } from '#foundation/http/exact-json.ts'

/** The maximum size of a request body, in bytes (contract, "Errors"). */
export const BODY_LIMIT = 100 * 1024

/** The maximum size of a request body between services, which names every entity they need. */
export const SERVICE_BODY_LIMIT = 10 * 1024 * 1024

export interface JsonBodyOptions {
  /** The maximum size of the body, in bytes. */
  limit?: number
  /** True to parse each number that a double would change as an `ExactNumber`. */
  isExact?: boolean
}

type JsonParser = (req: Request, res: Response) => Promise<void>

/** The parsers by limit, for clients and for services. */
const parsers = { doubles: new Map<number, JsonParser>(), exact: new Map<number, JsonParser>() }

function jsonParser({ limit = BODY_LIMIT, isExact = false }: JsonBodyOptions): JsonParser {
  return parsers[isExact ? 'exact' : 'doubles'].getOrInsertComputed(limit, () => {
    const reviver = isExact && { reviver: keepDigits }
    return promisify(express.json({ limit, type: () => true, strict: false, ...reviver }))
  })
}

/**
 * The JSON body of a request, undefined when it has none.
 * @throws VALIDATION_ERROR for another content type, malformed JSON, or more than `limit` bytes.
 */
export async function readJson(
  req: Request,
  res: Response,
  options: JsonBodyOptions = {},
): Promise<unknown> {
  if (!hasBody(req)) return undefined
  if (!req.is('application/json')) {
    throw invalidInput([{ field: 'Content-Type', reason: 'must be application/json' }])
  }
  await jsonParser(options)(req, res).catch((error: unknown) => {
    throw bodyError(error, options.limit ?? BODY_LIMIT)
  })
  return req.body as unknown
}

/** True if a body follows the head of the request (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

function bodyError(error: unknown, limit: number): unknown {
  const { type, status } = error as { type?: string; status?: number }
  if (status === undefined || status >= 500) return error
  if (type === 'entity.too.large') {
    return invalidInput([{ field: 'body', reason: `must not be larger than ${limit} bytes` }])
  }
  if (type === 'charset.unsupported') {
    return invalidInput([{ field: 'Content-Type', reason: 'must be in UTF-8' }])
  }
  if (type === 'encoding.unsupported') {
    return invalidInput([
      { field: 'Content-Encoding', reason: 'must be gzip, deflate or br, if any' },
    ])
  }
  return invalidInput([{ field: 'body', reason: 'must be valid JSON' }])
}
