// Load: loops of requests over connections that are kept, and what became of every single one.
import type { Sent } from './http.ts'

export interface Outcome {
  /** The request id it was sent with, by which the server's log tells of it. */
  id: string
  /** Of a complete response in JSON. */
  status?: number
  /** Why there is none: an error code of the connection. */
  failure?: string
}

export interface Load {
  outcomes: readonly Outcome[]
  /** How many requests have no outcome yet. */
  inFlight(): number
  /** Settles when nobody listens any more, and every loop has ended with that. */
  refused: Promise<void>
}

export type LoadRequest = [url: string, sent: Sent]

/** Starts loops that go round the requests, each from another place, until they are refused. */
export function startLoad(requests: readonly LoadRequest[], loops: number): Load {
  const outcomes: Outcome[] = []
  let begun = 0
  const loop = async (start: number) => {
    for (let turn = start; ; turn += 1) {
      const outcome = await request(requests[turn % requests.length]!, `load-${(begun += 1)}`)
      outcomes.push(outcome)
      if (outcome.failure === 'ECONNREFUSED') return
    }
  }
  const running = Array.from({ length: loops }, (_, index) => loop(index))
  return {
    outcomes,
    inFlight: () => begun - outcomes.length,
    refused: Promise.all(running).then(() => undefined),
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
    await response.json()
    return { id, status: response.status }
  } catch (error) {
    return { id, failure: `cut in the middle of its answer: ${causeOf(error)}` }
  }
}

function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? String(error)
}
