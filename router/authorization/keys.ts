// Fetches the key set of a foreign token issuer, through the proxy of the environment if there is one.
import type { JSONWebKeySet } from 'jose'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { boundedText } from '../supergraph/bounded-text.ts'
import { reasonOf } from '../supergraph/read-failure.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1_048_576

/** Fetches the keys. @throws an error that names the URL and the reason */
export async function fetchForeignKeys(url: string): Promise<JSONWebKeySet> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const type = response.headers.get('content-type')
    if (!response.ok) throw new UnexpectedResponse(url, response.status, type)
    return JSON.parse(await boundedText(response.body ?? [], MAX_BYTES)) as JSONWebKeySet
  } catch (error) {
    if (error instanceof UnexpectedResponse) throw error
    throw new Error(`${url}: ${failureOf(error)}`, { cause: error })
  }
}

function failureOf(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return isLate ? `no response within ${TIMEOUT_MS} ms` : reasonOf(error)
}
