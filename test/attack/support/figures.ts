// The cost of an attack: bytes, memory of the processes, and how long somebody else waits meanwhile.
import { readFileSync } from 'node:fs'
import { request, type Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from '#test/process.ts'

export interface Sent {
  token: string
  /** A GraphQL document, sent by POST. Without one, the request is a GET. */
  query?: string
  agent?: Agent
  headers?: Record<string, string>
}

export interface Received {
  /** Undefined if the connection ended without a response. */
  status: number | undefined
  bytes: number
  /** The beginning of the body, where errors are. */
  head: string
  ms: number
}

const DEADLINE_MS = 60_000
const HEAD = 400

/** Sends a request and discards the response, however large it is. */
export function ask(
  url: string,
  { token, query, agent, headers: others }: Sent,
): Promise<Received> {
  const began = performance.now()
  const received: Received = { status: undefined, bytes: 0, head: '', ms: 0 }
  return new Promise((resolve) => {
    const end = () => resolve({ ...received, ms: performance.now() - began })
    const headers = {
      authorization: `Bearer ${token}`,
      ...(query !== undefined && { 'content-type': 'application/json' }),
      ...others,
    }
    const sent = request(
      url,
      {
        method: query === undefined ? 'GET' : 'POST',
        headers,
        signal: AbortSignal.timeout(DEADLINE_MS),
        ...(agent && { agent }),
      },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          if (received.head.length < HEAD) received.head += chunk.toString('utf8', 0, HEAD)
          received.bytes += chunk.length
        })
        response.once('end', () => (received.status = response.statusCode))
        response.once('close', end)
      },
    )
    sent.once('error', end)
    sent.end(query === undefined ? undefined : JSON.stringify({ query }))
  })
}

/** How long somebody else's repeated requests take while `attack` runs, in milliseconds. */
export async function meanwhile(
  other: () => Promise<Received>,
  attack: () => Promise<unknown>,
): Promise<number[]> {
  const running = { attack: true }
  const attacked = attack().finally(() => (running.attack = false))
  const waits: number[] = []
  while (running.attack) {
    waits.push((await other()).ms)
    await delay(PAUSE_MS)
  }
  await attacked
  return waits
}

const PAUSE_MS = 5

/**
 * How long somebody else waits for so many responses while every caller attacks again and again, each at least
 * once; and what the attackers receive.
 */
export async function beside(
  callers: readonly (() => Promise<Received>)[],
  other: () => Promise<Received>,
  times: number,
): Promise<{ waits: number[]; attacks: Received[] }> {
  const running = { attack: true }
  const attacks: Received[] = []
  const attacked = callers.map(async (attack) => {
    do attacks.push(await attack())
    while (running.attack)
  })
  const waits: number[] = []
  while (waits.length < times) {
    waits.push((await other()).ms)
    await delay(PAUSE_MS)
  }
  running.attack = false
  await Promise.all(attacked)
  return { waits, attacks }
}

/** How long so many requests take, one after the other, in peace. */
export async function inPeace(other: () => Promise<Received>, times = 200): Promise<number[]> {
  const waits: number[] = []
  while (waits.length < times) waits.push((await other()).ms)
  return waits
}

/** The 99th percentile. */
export function p99(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN
}

/** The 90th percentile, which ignores one pause of a busy machine. */
export function p90(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.9)] ?? Number.NaN
}

/** The median, which varies less between runs than the slowest of a few. */
export function median(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Number.NaN
}

export interface Memory {
  /** The resident memory now, in MiB. */
  now: number
  /** The peak since the start, in MiB. */
  peak: number
}

/** The resident memory of a process as Linux reports it, or zero for one that has ended. */
export function memoryOf({ pid }: Program): Memory {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mebibytes = (key: string) =>
      Math.round(Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024)
    return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') }
  } catch {
    return { now: 0, peak: 0 }
  }
}

/** A line of the table that an attack prints. */
export function printFigures(attack: string, figures: Record<string, string | number>): void {
  const cells = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  console.log(`${attack.padEnd(58)} | ${cells.join(' | ')}`)
}

/** Summarizes any number of responses. */
export function summary(responses: readonly Received[]): Record<string, string | number> {
  const bytes = responses.reduce((sum, response) => sum + response.bytes, 0)
  const statuses = Map.groupBy(responses, ({ status }) => status ?? 'none')
  return {
    requests: responses.length,
    statuses: [...statuses].map(([status, { length }]) => `${status}×${length}`).join(' '),
    MiB: (bytes / 1024 / 1024).toFixed(1),
    slowest: `${Math.round(Math.max(...responses.map(({ ms }) => ms)))} ms`,
  }
}
