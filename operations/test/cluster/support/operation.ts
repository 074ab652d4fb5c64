// One thing that a person wants: repeated, as a client repeats it, until there is a result or a refusal.
import { setTimeout as delay } from 'node:timers/promises'
import type { TestResponse } from '#test/http.ts'

export type Kind = 'scroll' | 'quest' | 'vote' | 'purchase' | 'refresh' | 'sign-in'

/** What a client knows about an operation once it has ended. */
export interface Operation {
  kind: Kind
  personId: string
  /** What it acts on: the title of a scroll, or the id of a quest, proposal or listing. */
  subject: string
  /** Times of the client, in milliseconds. */
  begunAt: number
  lastSentAt: number
  endedAt: number
  /** The code of each attempt whose outcome is unknown to the client. */
  failures: readonly string[]
  /** Undefined if it was acknowledged. */
  refusal: string | undefined
  response: TestResponse
  /** Sends the request again, with its key. */
  repeat(): Promise<TestResponse>
}

export interface PlannedOperation {
  kind: Kind
  personId: string
  subject: string
  /** Sends the request. A repetition is the same request, with the same key. */
  send(): Promise<TestResponse>
}

const RETRY_AFTER_MS = 250
/** Longer than any outage: a client that repeats for so long has found a fault of the system. */
const MAX_ATTEMPTS = 1_000

/** @throws Error if the system never gives an outcome */
export async function carryOut({
  kind,
  personId,
  subject,
  send,
}: PlannedOperation): Promise<Operation> {
  const begunAt = Date.now()
  const failures: string[] = []
  while (failures.length < MAX_ATTEMPTS) {
    const lastSentAt = Date.now()
    const response = await send().catch(asFailure)
    const failure = response instanceof Error ? nameOf(response) : outageOf(response)
    if (failure === undefined) {
      const refusal = refusalOf(response as TestResponse)
      const times = { begunAt, lastSentAt, endedAt: Date.now() }
      const ended = { refusal, response: response as TestResponse }
      return { kind, personId, subject, ...times, failures, ...ended, repeat: send }
    }
    failures.push(failure)
    await delay(RETRY_AFTER_MS)
  }
  throw new Error(`${kind} ${subject} of ${personId} has no outcome: ${failures.at(-1)}`)
}

function asFailure(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause))
}

/** A request without a response, or a page that is not the expected one. */
function nameOf({ name, cause, message }: Error): string {
  const code = (cause as { code?: string } | undefined)?.code
  return code ?? (name === 'Error' ? message.slice(0, 80) : name)
}

/** The code of a response that asks for a repetition, or undefined. */
function outageOf({ status, body }: TestResponse): string | undefined {
  const error = body?.error ?? body?.errors?.[0]?.extensions
  if (error?.details?.retry === true) return `${error.code} (retry)`
  return status >= 500 ? `${status} ${error?.code ?? error ?? ''}`.trim() : undefined
}

function refusalOf({ status, body }: TestResponse): string | undefined {
  const error = body?.error ?? body?.errors?.[0]?.extensions
  if (error === undefined && status < 300) return undefined
  return error?.details?.reason ?? error?.code ?? error ?? String(status)
}
