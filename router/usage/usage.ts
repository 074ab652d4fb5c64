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

/** The name that a client gives itself in a header of Apollo's clients, or of Hive's. */
const NAME_HEADERS = ['apollographql-client-name', 'graphql-client-name']
const MAX_NAME_LENGTH = 100
/** Who asks without a token. */
const NOBODY = 'anonymous'

export function createUsage({ now, ...delivering }: UsageOptions): Usage {
  const counter = createUsageCounter(now, delivering.log)
  const find = createFindCoordinates()
  return {
    ...createUsageDelivery({ ...delivering, counter }),
    count({ schema, document, operation, caller, req }) {
      try {
        const name = NAME_HEADERS.map((header) => req.get(header)).find(Boolean)
        const clientId = caller.viewer?.clientId ?? NOBODY
        counter.count(clientId, nameOf(name), find(schema, document, operation))
      } catch (error) {
        // What cannot be counted is answered all the same.
        delivering.log.error({ err: error }, 'a request was not counted')
      }
    },
  }
}

function nameOf(sent = ''): string {
  if (sent === '') return ''
  return Array.from(sent.replace(/\p{C}/gu, '').trim()).slice(0, MAX_NAME_LENGTH).join('')
}
