// Reads the event logs of the other services, on behalf of Identity rather than a person.
import { peerOperation, type PeerOperation } from '#foundation/peers/peers.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import type { IdentityContext } from '../../context.ts'

export interface ServiceEvent {
  type: string
  subject: { type: string; id: string }
  related: string[]
  /** The person whom the event concerns; null for any other audience. */
  owner: string | null
}

export interface ServiceEventPage {
  events: ServiceEvent[]
  next: string
  hasMore: boolean
  gap: boolean
  /** Whether more events have followed since, although the page reached the end of the log. */
  isFollowed: boolean
}

interface ReadVariables {
  /** The cursor to read after; null for the end of the log. */
  after: string | null
  /** How long to wait for the first event, in seconds. */
  wait: number
}

type ReadEvents = PeerOperation<{ page: ServiceEventPage }, ReadVariables>

const operations = new Map<string, ReadEvents>()

function readEventsOf(service: string): ReadEvents {
  return operations.getOrInsertComputed(service, () =>
    peerOperation(`query ReadEvents($after: String, $wait: Int!) {
      page: ${service}Events(after: $after, first: 100) {
        events { type subject { type id } related owner }
        next
        hasMore
        gap
        isFollowed(within: $wait)
      }
    }`),
  )
}

/** The services whose logs Identity reads: all others that have one. */
export function loggingServices(services: readonly ServiceFacts[]): string[] {
  return services
    .filter(({ name, hasEvents }) => hasEvents && name !== 'identity')
    .map(({ name }) => name)
}

/** The operations that read the logs, by service. */
export function eventOperations(
  services: readonly ServiceFacts[],
): ReadonlyMap<string, PeerOperation> {
  return new Map(loggingServices(services).map((name) => [name, readEventsOf(name)]))
}

/**
 * The events of a service after a cursor. When there are none, the service waits some seconds for the first.
 * @throws INTERNAL_ERROR with `retry` while the service is down
 */
export async function readServiceEvents(
  { peers }: Pick<IdentityContext, 'peers'>,
  service: string,
  position: ReadVariables,
): Promise<ServiceEventPage> {
  const { page } = await peers[service]!(readEventsOf(service), position)
  return page
}
