// One connection on which a benchmark repeats a request.
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'undici'
import type { Connection, Side } from './rounds.ts'

export interface RepeatedRequest {
  origin: string
  method: 'GET' | 'POST'
  path: () => string
  headers: () => Promise<Record<string, string>>
  body: string | null
}

/** Opens a connection. Its requests fail on any response but 200 without GraphQL errors. */
export function connectTo({ origin, method, path, headers, body }: RepeatedRequest): Connection {
  const client = new Client(origin)
  return {
    async ask() {
      const asked = path()
      const response = await client.request({ method, path: asked, headers: await headers(), body })
      const text = await response.body.text()
      if (response.statusCode === 200 && !text.includes('"errors":')) return text
      throw new Error(`${origin}${asked} answered ${response.statusCode}: ${text.slice(0, 500)}`)
    },
    close: () => client.close(),
  }
}

/** @throws when two sides return different responses to one person */
export async function requireSameResponses(sides: readonly Side[]): Promise<void> {
  const responses: unknown[] = []
  for (const { name, connect } of sides) {
    const [connection] = await connect(1)
    const text = (await connection!.ask()) ?? ''
    await connection!.close()
    responses.push(JSON.parse(text))
    if (isDeepStrictEqual(responses.at(-1), responses[0])) continue
    throw new Error(`${name} differs from ${sides[0]!.name}: ${text}`)
  }
}
