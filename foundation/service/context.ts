// The context of resolvers and domain functions: the caller, and their dependencies.
import type { Kysely } from 'kysely'
import type { Caller } from '#foundation/auth/caller.ts'
import type { EventFeed } from '#foundation/events/event-feed.ts'
import type { Subscriber } from '#foundation/events/occurrences.ts'
import type { Attempt } from '#foundation/idempotency/attempt.ts'
import type { Peer } from '#foundation/peers/peers.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'

/** One request in one service. `Peers` names the services that this one calls, `Settings` has its own settings. */
export interface Context<
  Tables = unknown,
  Loaders = unknown,
  Peers extends string = never,
  Settings = unknown,
> extends Caller {
  db: Kysely<Tables>
  loaders: Loaders
  peers: Readonly<Record<Peers, Peer>>
  /** Every service of the system, this one included. */
  services: readonly ServiceFacts[]
  /** The feed of this service's event log. */
  events: EventFeed
  /** Set in the context that opens the source of a subscription. */
  subscriber?: Subscriber | undefined
  settings: Settings
  now: () => Date
  /** Set when a mutation has an idempotency key: `db` and `loaders` are then those of the attempt. */
  attempt?: Attempt | undefined
}
