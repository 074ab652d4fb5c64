// People who write all the time, and the record of what the system acknowledged to them.
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { carryOut, type Kind, type Operation } from './operation.ts'
import type { ClusterPerson } from './people.ts'
import { REQUESTS } from './requests.ts'
import type { Site } from './site.ts'
import type { Supplies } from './supplies.ts'

export interface Load {
  /** Every operation that has ended. */
  operations: readonly Operation[]
  /** Waits for so many more acknowledgements. */
  more(count: number): Promise<void>
  /** Lets everybody end what they have begun. */
  stop(): Promise<void>
}

const THINK_MS = 150
const PATIENTLY = { timeout: 300_000, interval: 50 }

/** What a person does, over and over: a quest comes first, for its gold. */
const DAY: readonly Kind[] = ['quest', 'scroll', 'purchase', 'vote', 'scroll', 'refresh', 'vote']
/** Hashing a password takes as long as many other things. */
const SIGN_IN_EVERY = 60

export function startLoad(site: Site, supplies: Supplies, people: readonly ClusterPerson[]): Load {
  const operations: Operation[] = []
  const over = new AbortController()
  const live = async (person: ClusterPerson) => {
    for (const { kind, subject } of agendaOf(supplies)) {
      if (over.signal.aborted) return
      const send = () => REQUESTS[kind](site, person, subject)
      operations.push(await carryOut({ kind, personId: person.id, subject, send }))
      await delay(Math.random() * 2 * THINK_MS)
    }
  }
  const living = Promise.all(people.map(live))
  living.catch(() => undefined)
  return {
    operations,
    async more(count) {
      const until = operations.length + count
      await Promise.race([living, vi.waitUntil(() => operations.length >= until, PATIENTLY)])
    },
    async stop() {
      over.abort()
      await living
    },
  }
}

/** A person's days, without end: once all quests are completed, they leave them out. */
function* agendaOf({ quests, proposals, listings }: Supplies) {
  // Several people want the same listing, and one of them gets it.
  const wanted = listings.toSorted(() => Math.random() - 0.5)
  const left = { quest: quests.values(), vote: proposals.values(), purchase: wanted.values() }
  for (let turn = Math.floor(Math.random() * SIGN_IN_EVERY); ; turn += 1) {
    const kind = turn % SIGN_IN_EVERY === 0 ? 'sign-in' : DAY[turn % DAY.length]!
    const subject = nextOf(kind)
    if (subject !== undefined) yield { kind, subject }
  }

  function nextOf(kind: Kind): string | undefined {
    if (kind === 'quest' || kind === 'vote' || kind === 'purchase') return left[kind].next().value
    return crypto.randomUUID()
  }
}
