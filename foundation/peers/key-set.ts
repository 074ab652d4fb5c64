// Fetches the public keys of the ID service.
import type { JSONWebKeySet } from 'jose'
import { fetchDirectly, readJson } from '#foundation/peers/direct-fetch.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'

/** Fetches the key set of the ID service, given its base URL. @throws an error that names the URL */
export async function fetchKeySet(baseUrl: string, timeoutMs = 5_000): Promise<JSONWebKeySet> {
  const url = `${baseUrl}/.well-known/jwks.json`
  try {
    const response = await fetchDirectly(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) {
      throw new UnexpectedResponse(url, response.status, response.headers.get('content-type'))
    }
    return (await readJson(response)) as JSONWebKeySet
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error
    throw new Error(`${url}: no response within ${timeoutMs} ms`, { cause: error })
  }
}
