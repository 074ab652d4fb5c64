// The row of every service's event log.
import type { Row, Story } from './row.ts'

/** A cursor of no log here, after which a page begins with the oldest event. */
const OLDEST = Buffer.from('another-log.7').toString('base64url')

const reading =
  (parameters: Record<string, string>): Story =>
  async (system) => ({
    as: await system.join(`r${crypto.randomUUID().slice(0, 8)}`),
    parameters,
  })

export function eventsRow(service: string): Row {
  return {
    service,
    method: 'GET',
    path: '/api/events',
    ofEachService: true,
    scopes: ['identity'],
    graphql: `query List($after: String, $types: [String!]) {
      ${service}Events(after: $after, types: $types) {
        events { cursor type subject { type id } related at } next hasMore gap
      }
    }`,
    good: {
      given: reading({ after: OLDEST }),
      status: 200,
      form: 'bare',
      value: {
        events: [
          {
            cursor: 'string',
            type: 'string',
            subject: { type: 'string', id: 'string' },
            related: ['string'],
            at: 'timestamp',
          },
        ],
        next: 'string',
        hasMore: 'boolean',
        gap: 'boolean',
      },
    },
    refusals: [
      {
        when: 'no log has written the cursor',
        given: reading({ after: 'bmV3LjAx' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'after', reason: 'must be a cursor of an event log' },
      },
      {
        when: 'the service has no such kind of events',
        given: reading({ types: 'quest.eaten' }),
        code: 'VALIDATION_ERROR',
        details: { field: 'types', reason: 'must be kinds of this service, not "quest.eaten"' },
      },
    ],
  }
}
