// What the executor sends to a subgraph, and what comes back.
import type { GraphQLFormattedError } from 'graphql'
import { isJsonObject } from '#foundation/http/exact-json.ts'

export type Variables = Readonly<Record<string, unknown>>

/** An object of an answer, by response name. */
export type Entity = Record<string, unknown>

/** A part of a plan, as sent to one subgraph. */
export interface SubgraphRequest {
  query: string
  operationName?: string
  variables: Variables
}

/** The answer of a subgraph. The executor writes into its data. */
export interface SubgraphAnswer {
  data?: Entity | null
  errors?: readonly GraphQLFormattedError[]
}

/** Asks a subgraph by name. Rejects when it does not answer; then only its fields are missing. */
export type SubgraphFetch = (
  subgraph: string,
  request: SubgraphRequest,
  signal: AbortSignal | undefined,
) => Promise<SubgraphAnswer>

/** True for an object that is not a list. */
export function isEntity(value: unknown): value is Entity {
  return isJsonObject(value)
}
