// Measures the requests to one subgraph: their time, and why they fail.
import { DomainError } from '#foundation/domain/errors.ts'
import { isResponseTooLarge } from '#foundation/domain/response-errors.ts'
import { fetchSteps, runStep } from '#foundation/telemetry/steps.ts'
import type { ExecuteOnSubgraph, SubgraphConnection } from './executor/subgraph-connection.ts'
import type { SubgraphMetrics } from './metrics.ts'

/**
 * `graphql`: the response has errors. `http`: it is not GraphQL. `ended`: the client has left, or the deadline of the
 * whole operation has passed. `other`: a queue of this process is full, or the subgraph refuses its service token.
 */
const ERROR_KINDS = [
  'graphql',
  'http',
  'timeout',
  'network',
  'too_large',
  'ended',
  'other',
] as const
type ErrorKind = (typeof ERROR_KINDS)[number]

type Measured = Pick<SubgraphMetrics, 'requestSeconds' | 'requestErrors'>

export function measuredSubgraph(
  subgraph: string,
  connection: SubgraphConnection,
  { requestSeconds, requestErrors }: Measured,
): SubgraphConnection {
  const seconds = requestSeconds.labels({ subgraph })
  const fail = (kind: ErrorKind) => requestErrors.inc({ subgraph, kind })
  // They start at 0, so that an alert sees the first increase.
  for (const kind of ERROR_KINDS) requestErrors.inc({ subgraph, kind }, 0)
  const execute: ExecuteOnSubgraph = (request, context, signal) => {
    const began = performance.now()
    const describe = () => ({ subgraph, request: context.req.step })
    const response = runStep(fetchSteps, describe, () => connection(request, context, signal))
    const observe = () => seconds.observe((performance.now() - began) / 1_000)
    response.then(
      ({ errors }) => {
        observe()
        if (errors?.length) fail('graphql')
      },
      (error: unknown) => {
        observe()
        fail(signal?.aborted ? 'ended' : errorKind(error))
      },
    )
    return response
  }
  return Object.assign(execute, { subscribe: connection.subscribe })
}

function errorKind(error: unknown): ErrorKind {
  if (!(error instanceof DomainError)) return 'other'
  return isResponseTooLarge(error.extensions) ? 'too_large' : (error.failure ?? 'other')
}
