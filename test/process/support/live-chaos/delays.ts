// How long after its commit a change arrives, by the commit timestamps of PostgreSQL.
import type { ChaosSystem } from './chaos-system.ts'
import type { Reader } from './readers.ts'
import type { Subscription } from './subscribers.ts'

interface Arrival {
  committedAt: number
  ms: number
}

export interface Percentiles {
  count: number
  p50: number
  p99: number
}

const COMMITTED = `extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at`

/** The delays of votes until subscribers and readers have them, and of purchases until `mine` has them. */
export async function measureDelays(
  { rows }: ChaosSystem,
  subscriptions: readonly Subscription[],
  readers: readonly Reader[],
) {
  const votes = await rows<{ id: string; at: number }>(
    `select proposal_id as id, ${COMMITTED} from governance.votes order by at`,
  )
  const purchases = await rows<{ id: string; at: number }>(
    `select id, ${COMMITTED} from market.purchases`,
  )
  const byProposal = Map.groupBy(votes, ({ id }) => id)
  const boughtAt = new Map(purchases.map(({ id, at }) => [id, at]))
  return {
    subscriptions: subscriptions
      .filter(({ field }) => field === 'proposal')
      .flatMap((one) => ofProposal(one, byProposal.get(one.id!) ?? [])),
    mine: subscriptions.flatMap(({ field, deliveries }) =>
      deliveries.flatMap(({ value, at }) => {
        if (field !== 'mine' || value?.type !== 'purchase.made') return []
        const committedAt = boughtAt.get(value.subject.id as string)!
        return [{ committedAt, ms: at - committedAt }]
      }),
    ),
    readers: readers.flatMap((one) => ofReader(one, byProposal)),
  }
}

/** The delay of each vote until the first result that counts it. */
function ofProposal({ deliveries }: Subscription, votes: readonly { at: number }[]): Arrival[] {
  const arrivals: Arrival[] = []
  let counted: number | undefined
  for (const { value, at } of deliveries) {
    const count = Number(value.yesVotes) + Number(value.noVotes)
    for (let nth = counted ?? count; nth < count; nth += 1) {
      const committedAt = votes[nth]!.at
      arrivals.push({ committedAt, ms: at - committedAt })
    }
    counted = count
  }
  return arrivals
}

/** The n-th event of a proposal is about its n-th vote, but for votes that commit at the same time. */
function ofReader(
  { service, events }: Reader,
  byProposal: ReadonlyMap<string, readonly { at: number }[]>,
): Arrival[] {
  if (service !== 'governance') return []
  const seen = Map.groupBy(
    events.filter(({ type }) => type === 'vote.cast'),
    ({ subject }) => subject.id,
  )
  return [...seen].flatMap(([id, found]) =>
    found.map(({ at }, nth) => {
      const committedAt = byProposal.get(id)![nth]!.at
      return { committedAt, ms: at - committedAt }
    }),
  )
}

/** The percentiles of what was committed between two moments. */
export function percentiles(arrivals: readonly Arrival[], from: number, to: number): Percentiles {
  const within = arrivals.filter(({ committedAt }) => committedAt >= from && committedAt < to)
  const sorted = within.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}
