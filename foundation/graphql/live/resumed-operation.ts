// Resumes a subscription after the last event that its client has received.
import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'

/** The argument of a field of Subscription that continues after a cursor. */
const SINCE = 'since'
/** No client should have declared it. */
const VARIABLE = '__lastEventId'

interface Resumed {
  document: DocumentNode
  operation: OperationDefinitionNode
}

interface Resumable extends Resumed {
  variables: Readonly<Record<string, unknown>>
  context: Pick<GraphQLContext, 'req'>
}

/** Kept for each document, because executors know operations by their nodes. */
const known = new WeakMap<OperationDefinitionNode, Resumed>()

/**
 * The request with `Last-Event-ID`, which browsers send when they reconnect, as the argument `since` of its root field
 * unless it sends one.
 */
export function resumed<Request extends Resumable>(
  request: Request,
  schema: GraphQLSchema,
): Request {
  const { context, operation, variables } = request
  const lastEventId = context.req.get('last-event-id')
  const field = operation.selectionSet.selections[0]
  if (!lastEventId || field?.kind !== Kind.FIELD || !takesSince(field, schema)) return request
  const sent = field.arguments?.find(({ name }) => name.value === SINCE)?.value
  if (sent?.kind === Kind.VARIABLE) {
    const name = sent.name.value
    if ((variables[name] ?? null) !== null) return request
    return { ...request, variables: { ...variables, [name]: lastEventId } }
  }
  if (sent && sent.kind !== Kind.NULL) return request
  const rewritten = known.getOrInsertComputed(operation, () => withVariable(request, field))
  return { ...request, ...rewritten, variables: { ...variables, [VARIABLE]: lastEventId } }
}

function takesSince(field: FieldNode, schema: GraphQLSchema): boolean {
  const definition = schema.getSubscriptionType()?.getFields()[field.name.value]
  return definition?.args.some(({ name }) => name === SINCE) ?? false
}

function withVariable({ document, operation }: Resumed, field: FieldNode): Resumed {
  const variable = { kind: Kind.VARIABLE, name: nameNode(VARIABLE) } as const
  const others = field.arguments?.filter(({ name }) => name.value !== SINCE) ?? []
  const since = { kind: Kind.ARGUMENT, name: nameNode(SINCE), value: variable } as const
  const type = { kind: Kind.NAMED_TYPE, name: nameNode('String') } as const
  const rewritten: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []),
      { kind: Kind.VARIABLE_DEFINITION, variable, type },
    ],
    selectionSet: {
      ...operation.selectionSet,
      selections: [{ ...field, arguments: [...others, since] }],
    },
  }
  const definitions = document.definitions.map((node) => (node === operation ? rewritten : node))
  const replaced: DocumentNode = { ...document, definitions }
  return { document: replaced, operation: rewritten }
}

function nameNode(value: string) {
  return { kind: Kind.NAME, value } as const
}
