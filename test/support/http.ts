// Sends a test's requests, and reads their responses.
import type { Dispatcher } from 'undici'

export interface TestResponse {
  status: number
  headers: Headers
  // Tests read responses of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** The options of `fetch` in Node, and an access token. */
export type Sent = RequestInit & { token?: string | undefined; dispatcher?: Dispatcher }

/** Sends a request, and reads the whole response. */
export async function send(
  url: string,
  { token, headers, ...init }: Sent = {},
): Promise<TestResponse> {
  const response = await fetch(url, {
    ...init,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(headers as Record<string, string> | undefined),
    },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  }
}
