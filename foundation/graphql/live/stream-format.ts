// The format in which results of a subscription are written into an HTTP response.
import type { GraphQLFormattedError } from 'graphql'

export interface StreamFormat {
  contentType: string
  opening: () => string
  heartbeat: string
  /** @param cursor the cursor after which a client continues */
  result: (json: string, cursor: string | undefined) => string
  /**
   * @param error undefined when the subscription is complete
   * @param format converts an error to what clients see of it
   */
  ending: (error: Error | undefined, format: (error: Error) => GraphQLFormattedError) => string
}
