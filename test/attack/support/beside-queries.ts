// What somebody else waits beside an attack, to what they wait beside as many callers with ordinary queries.
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { measuresOnly, type Attacked } from './attacked.ts'
import {
  ask,
  beside,
  inPeace,
  median,
  memoryOf,
  p90,
  printFigures,
  type Received,
} from './figures.ts'

/**
 * Other programs may take the processor for a while, so the figures are medians of the rounds' figures. The first
 * round is discarded: it also measures how a process becomes warm.
 */
const ROUNDS = 8
/** Somebody else's requests in each half of a round. */
const REQUESTS = 25
/** How often an attacker begins another request, at most. */
const PACE_MS = 20
const MAX_WAIT_RATIO = 1.5
/** What an attack may add to the memory of the process, in MiB. Its heap may have 512. */
const MAX_MEMORY = 200
const KINDS = ['queries', 'attack'] as const
const QUERY = '{ me { id } }'

export interface Attack {
  system: Attacked
  name: string
  /** One for each attacker. */
  tokens: readonly string[]
  /** Somebody else's. */
  other: string
  attack: (attacker: number) => Promise<Received>
  /** How many callers have the queries. */
  queriers: number
  /** How often each of them asks at most. */
  queryEveryMs?: number
  /** Waits for what an attack leaves behind, which the queries after it would wait for. */
  settle?: () => Promise<void>
}

/**
 * Expects that somebody else waits no longer beside the attack than beside queries of the same callers. Every other
 * round has the attack first, so that neither kind gains from its place.
 * @returns what the attackers have received
 */
export async function compareWithQueries(compared: Attack): Promise<Received[]> {
  const { attack, name, other, queriers, queryEveryMs = PACE_MS, settle, system, tokens } = compared
  const url = `${system.address('router')}/graphql`
  const waits: Record<(typeof KINDS)[number], number[]> = { queries: [], attack: [] }
  const queries = (attacker: number) => ask(url, { token: tokens[attacker]!, query: QUERY })
  const callers = {
    queries: Array.from({ length: queriers }, (_, n) =>
      paced(() => queries(n % tokens.length), queryEveryMs),
    ),
    attack: tokens.map((_, attacker) => paced(() => attack(attacker), PACE_MS)),
  }
  const otherCaller = () => ask(url, { token: other, query: QUERY })
  const received: Record<(typeof KINDS)[number], Received[]> = { queries: [], attack: [] }
  await inPeace(otherCaller, REQUESTS)
  const { now } = memoryOf(system.process('router'))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const taken = await beside(callers[kind], otherCaller, REQUESTS)
      received[kind].push(...taken.attacks)
      if (kind === 'attack') await settle?.()
      if (round > 0) waits[kind].push(p90(taken.waits))
    }
  }
  const ratio = median(waits.attack) / median(waits.queries)
  const more = memoryOf(system.process('router')).now - now
  printFigures(name, {
    queries: received.queries.length,
    attacks: received.attack.length,
    'others p90 beside queries': `${waits.queries.map((wait) => wait.toFixed(1)).join(', ')} ms`,
    'beside the attack': `${waits.attack.map((wait) => wait.toFixed(1)).join(', ')} ms`,
    ratio: ratio.toFixed(2),
    'RSS more': `${more} MiB`,
  })
  if (measuresOnly) return received.attack
  expect(system.isAlive()).toBe(true)
  expect(ratio).toBeLessThan(MAX_WAIT_RATIO)
  expect(more).toBeLessThan(MAX_MEMORY)
  return received.attack
}

/**
 * At most one call in some milliseconds: a refusal comes sooner than a result, so that attackers who do not wait would
 * send several times as many requests as they send queries.
 */
function paced(call: () => Promise<Received>, everyMs: number): () => Promise<Received> {
  return async () => {
    const [received] = await Promise.all([call(), delay(everyMs)])
    return received
  }
}
