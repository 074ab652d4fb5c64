// The row of a service's event log in its route table.
import type { Route } from '#foundation/service/route.ts'

/** `GET /api/events` of the service whose list of events is this field, e.g. `pathEvents`. */
export function eventsRoute(field: string): Route {
  return {
    method: 'get',
    path: '/api/events',
    operation: `query ListEvents($after: String, $types: [String!], $limit: Int) {
      ${field}(after: $after, types: $types, first: $limit) {
        events { cursor type subject { type id } related at }
        next
        hasMore
        gap
      }
    }`,
    query: { after: 'text', types: 'list', limit: 'limit' },
    response: { form: 'bare' },
    ofEachService: true,
    waits: true,
  }
}
