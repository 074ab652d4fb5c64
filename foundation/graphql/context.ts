// Apollo's context of one GraphQL request.
import type { Request, Response } from 'express'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { RequestedStream } from '#foundation/graphql/live/requested-stream.ts'

/** The context that executors and data sources receive with an operation. */
export interface GraphQLContext {
  caller: Caller
  req: Request
  res: Response
  /** Undefined if the response cannot be a stream. */
  requestedStream?: RequestedStream | undefined
  /** The contexts that a query has used so far, by the names of the services in this process. */
  contexts?: Map<string, unknown>
}

/** An operation of a client that has passed every check, and is about to be executed. */
export interface AdmittedOperation extends GraphQLContext {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
}
