// The usage of one router: counted for each request, delivered in the background.
import type { AdmittedOperation } from '#foundation/graphql/context.ts'
import { createFindCoordinates } from './coordinates.ts'
import { createUsageCounter } from './counter.ts'
import { createUsageDelivery, type DeliveryOptions, type UsageDelivery } from './delivery.ts'

export interface Usage extends UsageDelivery {
  /** Counts a request that is about to be executed. Never throws. */
  count(admitted: AdmittedOperation): void
}

export interface UsageOptions extends Omit<DeliveryOptions, 'counter'> {
  now: () => Date
}

/** The headers in which Apollo's and Hive's clients send their name. */
const NAME_HEADERS = ['apollographql-client-name', 'graphql-client-name']
const MAX_NAME_LENGTH = 100
/** The client id for requests without a token. */
const NOBODY = 'anonymous'

export function createUsage({ now, ...delivery }: UsageOptions): Usage {
  const counter = createUsageCounter(now, delivery.log)
  const find = createFindCoordinates()
  return {
    ...createUsageDelivery({ ...delivery, counter }),
    count({ schema, document, operation, caller, req }) {
      try {
        const name = NAME_HEADERS.map((header) => req.get(header)).find(Boolean)
        const clientId = caller.viewer?.clientId ?? NOBODY
        counter.count(clientId, nameOf(name), find(schema, document, operation))
      } catch (error) {
        // A failure to count must not fail the request.
        delivery.log.error({ err: error }, 'cannot count the usage of a request')
      }
    },
  }
}

function nameOf(sent = ''): string {
  if (sent === '') return ''
  return Array.from(sent.replace(/\p{C}/gu, '').trim()).slice(0, MAX_NAME_LENGTH).join('')
}
