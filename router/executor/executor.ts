// The executor that Apollo Server calls: finds the compiled operation of a request, and runs it.
import type { QueryPlanner } from '@apollo/query-planner'
import {
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Execute } from '#foundation/graphql/executable-schema.ts'
import { createOperations, type Operations } from './operations.ts'
import { withRequestSignal } from './request-signal.ts'
import type { SubgraphAnswer, SubgraphRequest } from './subgraph-answer.ts'
import type { ExecutableSupergraph } from './supergraph.ts'

/** Asks one subgraph on behalf of a caller. Rejects when it does not answer. */
export type SubgraphConnection = (
  request: SubgraphRequest,
  context: GraphQLContext,
  signal?: AbortSignal,
) => Promise<SubgraphAnswer>

export interface ExecutorOptions {
  planner: QueryPlanner
  /** The schema that clients see. */
  schema: GraphQLSchema
  supergraph: ExecutableSupergraph
  /** By subgraph. */
  connections: ReadonlyMap<string, SubgraphConnection>
  /** How long a query may take; what is missing then has an error. */
  deadlineMs: number
  /** Texts of documents to plan at once, because clients are known to send them. */
  documents: Iterable<string>
}

/** An executor over subgraphs. */
export function createExecutor(options: ExecutorOptions): Execute {
  const { connections, deadlineMs } = options
  const operations = createOperations(options)
  planAhead(operations, options)
  return async ({ document, operation, variables, context }) => {
    const run = operations.get(document, operation.name?.value, variables)
    // A change must not stop halfway because its client has left.
    const limit = operation.operation === OperationTypeNode.QUERY ? deadlineMs : undefined
    return withRequestSignal(context.res, limit, (signal) => {
      return run({
        variables,
        signal,
        fetch: (subgraph, sent) => connections.get(subgraph)!(sent, context, signal),
      })
    })
  }
}

/** Plans documents before they are sent. One that the schema does not allow is left to its sender. */
function planAhead(operations: Operations, { documents, schema }: ExecutorOptions): void {
  for (const text of documents) {
    const document = parse(text)
    if (validate(schema, document).length > 0) continue
    for (const name of operationNames(document)) operations.get(document, name)
  }
}

function operationNames({ definitions }: DocumentNode): (string | undefined)[] {
  return definitions.flatMap((node) => {
    return node.kind === Kind.OPERATION_DEFINITION ? [node.name?.value] : []
  })
}
