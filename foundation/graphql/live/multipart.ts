// Apollo's multipart subscription protocol, which the HTTP link of Apollo Client asks for
// (https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol).
import type { StreamFormat } from '#foundation/graphql/live/stream-format.ts'

const DELIMITER = '\r\n--graphql'

/** Each part ends with the delimiter of the next one, because clients read a part when they see it. */
export const MULTIPART: StreamFormat = {
  contentType: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
  opening: () => `${DELIMITER.trimStart()}${part('{}')}`,
  heartbeat: part('{}'),
  result: (json) => part(`{"payload":${json}}`),
  ending(error, format) {
    // Errors beside `payload` end the subscription; those of an execution are inside it.
    const last = error && part(JSON.stringify({ payload: null, errors: [format(error)] }))
    return `${last ?? ''}--\r\n`
  },
}

function part(json: string): string {
  return `\r\nContent-Type: application/json\r\n\r\n${json}${DELIMITER}`
}
