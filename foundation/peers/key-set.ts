// Fetches the public keys of the ID service from where it publishes them.
import type { JSONWebKeySet } from 'jose'
import { fetchDirectly, readJson } from '#foundation/peers/direct-fetch.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'

/** Fetches the key set of the ID service at the address. @throws when it does not answer in 5 seconds. */
export async function fetchKeySet(address: string): Promise<JSONWebKeySet> {
  const url = `${address}/.well-known/jwks.json`
  const response = await fetchDirectly(url, { signal: AbortSignal.timeout(5_000) })
  if (!response.ok) {
    throw new UnexpectedResponse(url, response.status, response.headers.get('content-type'))
  }
  return (await readJson(response)) as JSONWebKeySet
}
