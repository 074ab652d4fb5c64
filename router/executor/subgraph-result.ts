// What the executor sends to a subgraph, and what comes back.
import type { GraphQLFormattedError } from 'graphql'
import { isJsonObject } from '#foundation/http/exact-json.ts'

export type Variables = Readonly<Record<string, unknown>>

/** An object of a result, by response name. */
export type Entity = Record<string, unknown>

/** The operation of one fetch, as sent to a subgraph. */
export interface SubgraphRequest {
  query: string
  operationName?: string
  variables: Variables
}

/** The result of a subgraph. The executor writes into its data. */
export interface SubgraphResult {
  data?: Entity | null
  errors?: readonly GraphQLFormattedError[]
}

/** Sends a request to a subgraph by name. Rejects when it does not respond; then only its fields are missing. */
export type SubgraphFetch = (
  subgraph: string,
  request: SubgraphRequest,
  signal: AbortSignal | undefined,
) => Promise<SubgraphResult>

/** True for an object that is not a list. */
export function isEntity(value: unknown): value is Entity {
  return isJsonObject(value)
}
