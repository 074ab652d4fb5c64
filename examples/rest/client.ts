// A client of the REST paths: types from the OpenAPI document, errors, retries and pages.
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi.ts'

const MAX_ATTEMPTS = 5
const MAX_WAIT_SECONDS = 60

/** What the envelope of an error says. Without `retryAfter`, a retry does not help. */
export class ApiError extends Error {
  readonly code: string
  readonly details: Record<string, unknown>
  readonly retryAfter: number | undefined
  constructor(response: Response, { code = 'INTERNAL_ERROR', message = '', details = {} }) {
    super(message || `The response has the status ${response.status}.`)
    this.code = code
    this.details = details
    const isForLater = [429, 503].includes(response.status) || 'retry' in details
    if (isForLater) this.retryAfter = Number(response.headers.get('Retry-After') ?? 1)
  }
}

/** A client for an access token. Its calls throw an ApiError when they are refused. */
export function createApi(baseUrl: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  return createClient<paths>({ baseUrl, headers, fetch: send })
}

/** Repeats what was lost or is refused for now. With its key, a request takes effect only once. */
async function send(request: Request): Promise<Response> {
  if (request.method !== 'GET') request.headers.set('Idempotency-Key', crypto.randomUUID())
  for (let attempt = 1; ; attempt += 1) {
    const result = await fetchWhole(request).catch((lost: Error) => lost)
    if (result instanceof Response) return result
    const seconds = result instanceof ApiError ? result.retryAfter : 1
    const mayRetry = attempt < MAX_ATTEMPTS && !request.signal.aborted
    if (!mayRetry || seconds === undefined || seconds > MAX_WAIT_SECONDS) throw result
    await sleep(seconds * 1000)
  }
}

/** Reads the body, too, which can be lost as the headers can. */
async function fetchWhole(request: Request): Promise<Response> {
  const response = await fetch(request.clone())
  const text = await response.text()
  if (response.ok) return new Response(text, response)
  // A proxy may respond with a page of its own.
  const isJson = response.headers.get('Content-Type')?.includes('json')
  throw new ApiError(response, isJson ? JSON.parse(text).error : {})
}

interface Page<Item> {
  data: Item[]
  pagination: { totalPages: number }
}

/** The pages of a list, of which `read` reads one. */
export async function* readPages<Item>(
  read: (query: { page: number; limit: number }) => Promise<{ data?: Page<Item> | object }>,
): AsyncGenerator<Item[]> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, pagination } = (await read({ page, limit: 100 })).data as Page<Item>
    pages = pagination.totalPages
    yield data
  }
}
