// Resumes a subscription after the last event that its client has received.
import {
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { rootFields } from '#foundation/graphql/executor/subscription-source.ts'

/** The argument of a field of Subscription that continues after a cursor. */
const SINCE = 'since'
/** A variable name that no client should have declared. */
const VARIABLE = '__lastEventId'

interface Resumed {
  document: DocumentNode
  operation: OperationDefinitionNode
}

interface Resumable extends Resumed {
  variables: Readonly<Record<string, unknown>>
  context: Pick<GraphQLContext, 'req'>
}

/** The rewritten operation of each document, kept because executors know operations by their nodes. */
const known = new WeakMap<OperationDefinitionNode, Resumed>()

/**
 * Passes `Last-Event-ID`, which browsers send when they reconnect, as the argument `since` of the root field, unless
 * the client sends that argument.
 */
export function resumed<Request extends Resumable>(
  request: Request,
  schema: GraphQLSchema,
): Request {
  const { context, document, operation, variables } = request
  const lastEventId = context.req.get('last-event-id')
  if (!lastEventId) return request
  const fields = rootFields(operation, document)
  const field = fields[0]!
  if (!takesSince(field, schema)) return request
  const sent = field.arguments?.find(({ name }) => name.value === SINCE)?.value
  if (sent?.kind === Kind.VARIABLE) {
    const name = sent.name.value
    if ((variables[name] ?? null) !== null) return request
    return { ...request, variables: { ...variables, [name]: lastEventId } }
  }
  if (sent && sent.kind !== Kind.NULL) return request
  const rewritten = known.getOrInsertComputed(operation, () => withVariable(request, fields))
  return { ...request, ...rewritten, variables: { ...variables, [VARIABLE]: lastEventId } }
}

function takesSince(field: FieldNode, schema: GraphQLSchema): boolean {
  const definition = schema.getSubscriptionType()?.getFields()[field.name.value]
  return definition?.args.some(({ name }) => name === SINCE) ?? false
}

function withVariable({ document, operation }: Resumed, fields: readonly FieldNode[]): Resumed {
  const variable = { kind: Kind.VARIABLE, name: nameNode(VARIABLE) } as const
  const since = { kind: Kind.ARGUMENT, name: nameNode(SINCE), value: variable } as const
  const type = { kind: Kind.NAMED_TYPE, name: nameNode('String') } as const
  const definition = { kind: Kind.VARIABLE_DEFINITION, variable, type } as const
  const replaced = visit(document, {
    OperationDefinition(node) {
      if (node !== operation) return undefined
      return { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), definition] }
    },
    Field(node) {
      if (!fields.includes(node)) return undefined
      const others = node.arguments?.filter(({ name }) => name.value !== SINCE) ?? []
      return { ...node, arguments: [...others, since] }
    },
  })
  const rewritten = replaced.definitions[document.definitions.indexOf(operation)]
  return { document: replaced, operation: rewritten as OperationDefinitionNode }
}

function nameNode(value: string) {
  return { kind: Kind.NAME, value } as const
}
