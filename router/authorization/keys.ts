// Fetches the key set of a foreign token issuer, through the proxy of the environment if there is one.
import type { JSONWebKeySet } from 'jose'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { systemReason } from '#foundation/process/system-error.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_048_576

/** @throws an error that names the URL and the reason */
export async function fetchForeignKeys(url: string): Promise<JSONWebKeySet> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const type = response.headers.get('content-type')
    if (!response.ok) throw new UnexpectedResponse(url, response.status, type)
    return JSON.parse(await boundedText(response)) as JSONWebKeySet
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw error
    throw new Error(`${url}: ${reasonOf(error as Error)}`, { cause: error })
  }
}

function reasonOf({ cause, message, name }: Error): string {
  if (name === 'TimeoutError') return `no response within ${TIMEOUT_MS} ms`
  return cause instanceof Error ? (systemReason(cause) ?? cause.message) : message
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
