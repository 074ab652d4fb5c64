// Reads the JSON body of a request, up to a limit.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import express, { type Request, type Response } from 'express'
import { invalidInput } from '#foundation/domain/errors.ts'

/** The maximum size of a request body, in bytes (contract, "Errors"). */
export const BODY_LIMIT = 100 * 1024

/** The maximum size of a request body between services, which names every entity they need. */
export const SERVICE_BODY_LIMIT = 10 * 1024 * 1024

type JsonParser = (req: Request, res: Response) => Promise<void>

/** The parsers by limit: one for clients, one for services. */
const parsers = new Map<number, JsonParser>()

function jsonParser(limit: number): JsonParser {
  return parsers.getOrInsertComputed(limit, () =>
    promisify(express.json({ limit, type: () => true, strict: false })),
  )
}

/**
 * The JSON body of a request, undefined when it has none.
 * @throws VALIDATION_ERROR for another content type, malformed JSON, or more than `limit` bytes.
 */
export async function readJson(req: Request, res: Response, limit = BODY_LIMIT): Promise<unknown> {
  if (!hasBody(req)) return undefined
  if (!req.is('application/json')) {
    throw invalidInput([{ field: 'Content-Type', reason: 'must be application/json' }])
  }
  await jsonParser(limit)(req, res).catch((error: unknown) => {
    throw bodyError(error, limit)
  })
  return req.body as unknown
}

/** Whether a body comes after the head of the request (RFC 9112, section 6.3). */
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
