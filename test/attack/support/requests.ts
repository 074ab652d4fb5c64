// Requests of attackers, and of somebody else beside them: how many of one are served between those of the other.
import { request, type Agent } from 'node:http'

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
}

const HEAD = 8_000

/** Sends a request and discards the response, however large it is. */
export function ask(
  url: string,
  { token, query, agent, headers: others }: Sent,
): Promise<Received> {
  const received: Received = { status: undefined, bytes: 0, head: '' }
  return new Promise((resolve) => {
    const end = () => resolve(received)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(query !== undefined && { 'content-type': 'application/json' }),
      ...others,
    }
    const sent = request(
      url,
      { method: query === undefined ? 'GET' : 'POST', headers, ...(agent && { agent }) },
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

type Call<Response = Received> = () => Promise<Response>

export interface Beside<Attack, Other> {
  attacks: Attack[]
  others: Other[]
  /** What attackers were served between the beginning and the end of each of somebody else's requests. */
  overtaken: number[]
}

/**
 * Sends somebody else's requests one after the other, while every attacker sends one after the other until the last
 * of them has its response.
 * @param weigh how much an attacker was served by a response: one by default
 */
export async function beside<Attack, Other>(
  attackers: readonly Call<Attack>[],
  other: Call<Other>,
  times: number,
  weigh: (attack: Attack) => number = () => 1,
): Promise<Beside<Attack, Other>> {
  const running = { attack: true }
  const attacks: Attack[] = []
  const attacked = attackers.map(async (attack) => {
    do attacks.push(await attack())
    while (running.attack)
  })
  const others: Other[] = []
  const overtaken: number[] = []
  while (others.length < times) {
    const before = attacks.length
    others.push(await other())
    overtaken.push(sumOf(attacks.slice(before).map(weigh)))
  }
  running.attack = false
  await Promise.all(attacked)
  return { attacks, others, overtaken }
}

/** Somebody else's responses, one after the other, while `attack` runs. */
export async function meanwhile<Other>(
  other: Call<Other>,
  attack: () => Promise<unknown>,
): Promise<Other[]> {
  const running = { attack: true }
  const attacked = attack().finally(() => (running.attack = false))
  const others: Other[] = []
  while (running.attack) others.push(await other())
  await attacked
  return others
}

/** The statuses of any number of responses. */
export function statusesOf(
  responses: readonly Pick<Received, 'status'>[],
): Set<number | undefined> {
  return new Set(responses.map(({ status }) => status))
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
