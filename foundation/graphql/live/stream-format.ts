// How the results of a subscription are written into the response to an HTTP request.
import type { GraphQLFormattedError } from 'graphql'

export interface StreamFormat {
  contentType: string
  opening: () => string
  heartbeat: string
  /** @param cursor where a client continues after the result */
  result: (json: string, cursor: string | undefined) => string
  /**
   * @param error undefined when the subscription is complete
   * @param format what clients see of an error
   */
  ending: (error: Error | undefined, format: (error: Error) => GraphQLFormattedError) => string
}
