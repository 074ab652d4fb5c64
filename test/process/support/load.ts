// Load: loops of requests over persistent connections, and the outcome of every single one.
import { vi } from 'vitest'
import type { Sent } from '#test/http.ts'
import { TIMEOUT } from '#test/process.ts'

export interface Outcome {
  /** The request id, which identifies the request in the server's log. */
  id: string
  /** The status of a complete response in JSON, and its body. */
  status?: number
  // Tests read responses of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body?: any
  /** The error code of the connection, if there is no response. */
  failure?: string
}

export interface Load {
  outcomes: readonly Outcome[]
  /** The number of requests without an outcome so far. */
  inFlight(): number
  /** Waits for so many more outcomes. */
  more(count: number): Promise<void>
  /** Resolves when the server no longer listens and every loop has ended for that reason. */
  refused: Promise<void>
  /** Sends no more requests, and waits for those under way. */
  stop(): Promise<void>
}

export type LoadRequest = [url: string, sent: Sent]

/** Starts loops over the requests, each at a different offset, which end when a connection is refused. */
export function startLoad(requests: readonly (() => LoadRequest)[], loops: number): Load {
  const outcomes: Outcome[] = []
  let begun = 0
  const over = new AbortController()
  const loop = async (start: number) => {
    for (let turn = start; !over.signal.aborted; turn += 1) {
      const outcome = await request(requests[turn % requests.length]!(), `load-${(begun += 1)}`)
      outcomes.push(outcome)
      if (outcome.failure === 'ECONNREFUSED') return
    }
  }
  const running = Promise.all(Array.from({ length: loops }, (_, index) => loop(index)))
  const ended = running.then(() => undefined)
  return {
    outcomes,
    inFlight: () => begun - outcomes.length,
    async more(count) {
      const until = outcomes.length + count
      await Promise.race([ended, vi.waitUntil(() => outcomes.length >= until, TIMEOUT)])
    },
    refused: ended,
    stop() {
      over.abort()
      return ended
    },
  }
}

async function request([url, { token, headers, ...init }]: LoadRequest, id: string) {
  try {
    const response = await fetch(url, {
      ...init,
      headers: {
        ...(headers as Record<string, string> | undefined),
        authorization: `Bearer ${token}`,
        'x-request-id': id,
      },
    })
    return await outcomeOf(response, id)
  } catch (error) {
    return { id, failure: causeOf(error) }
  }
}

async function outcomeOf(response: Response, id: string): Promise<Outcome> {
  try {
    return { id, status: response.status, body: await response.json() }
  } catch (error) {
    return { id, failure: `cut in the middle of its answer: ${causeOf(error)}` }
  }
}

function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? String(error)
}
