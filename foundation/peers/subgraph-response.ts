// Reads the response of a subgraph in another process, or explains in a sentence why there is none.
import type { FormattedExecutionResult } from 'graphql'
import type { Post } from '#foundation/peers/post.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'
import { systemReason } from '#foundation/process/system-error.ts'

export interface SubgraphResponse {
  text: string
  post: Post
}

/** @throws UnexpectedResponse when the response is not GraphQL, e.g. a proxy's error page. */
export function graphqlResult(
  address: string,
  { text, post }: SubgraphResponse,
): FormattedExecutionResult {
  const response = parseJson(text)
  if (
    typeof response === 'object' &&
    response !== null &&
    ('data' in response || 'errors' in response)
  ) {
    if (!('errors' in response) || areErrors(response.errors))
      return response as FormattedExecutionResult
  }
  throw new UnexpectedResponse(address, post.status, post.contentType)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function areErrors(errors: unknown): boolean {
  if (errors === null || errors === undefined) return true
  return Array.isArray(errors) && errors.every((error) => typeof error?.message === 'string')
}

/** Why there is no response, in a sentence with the address. */
export function failureReason(address: string, error: unknown): string {
  if (error instanceof UnexpectedResponse) return error.message
  return `${address}: ${systemReason(error) ?? (error as Error).message}`
}

/** True for a defect, which needs its stack in the log; for an error of the network a sentence is enough. */
export function isDefect(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError
}
