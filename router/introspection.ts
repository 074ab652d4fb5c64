// Introspection at the router: executed by graphql-js, even beside other fields in one operation.
import type {
  GatewayExecutionResult,
  GatewayExecutor,
  GatewayGraphQLRequestContext,
  GatewayInterface,
} from '@apollo/server-gateway-interface'
import {
  execute,
  Kind,
  separateOperations,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import {
  fragmentsByName,
  isIntrospection,
  responseName,
  rootFields,
} from '#foundation/limits/root-fields.ts'

/**
 * A gateway with the introspection of graphql-js. The gateway's own fails for newer fields such as
 * `isOneOf`.
 */
export function withIntrospection(gateway: GatewayInterface): GatewayInterface {
  return {
    onSchemaLoadOrUpdate: (callback) => gateway.onSchemaLoadOrUpdate(callback),
    stop: () => gateway.stop(),
    async load(options) {
      const { executor } = await gateway.load(options)
      return { executor: executor && ((context) => run(context, executor)) }
    },
  }
}

/** Executes introspection and the other fields of an operation separately, and merges the results. */
async function run(
  context: GatewayGraphQLRequestContext,
  executor: GatewayExecutor,
): Promise<GatewayExecutionResult> {
  const { document, request } = context
  const fields = rootFields(document, request.operationName)
  const described = fields.filter(isSchemaField)
  if (described.length === 0) return executor(context)
  if (fields.every(isIntrospection)) return describe(context, document)
  const [description, answer] = await Promise.all([
    describe(context, onlyFields(context, isSchemaField)),
    ask(context, executor),
  ])
  return merge(answer, description, described.map(responseName))
}

function isSchemaField(field: FieldNode): boolean {
  return isIntrospection(field) && field.name.value !== '__typename'
}

async function describe(
  { request, schema }: GatewayGraphQLRequestContext,
  document: DocumentNode,
): Promise<GatewayExecutionResult> {
  const { operationName, variables } = request
  return execute({
    schema,
    document,
    ...(operationName !== undefined && { operationName }),
    ...(variables && { variableValues: variables }),
  })
}

async function ask(
  context: GatewayGraphQLRequestContext,
  executor: GatewayExecutor,
): Promise<GatewayExecutionResult> {
  const document = onlyFields(context, (field) => !isSchemaField(field))
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)!
  return executor({ ...context, document, operation: operation as typeof context.operation })
}

function merge(
  answer: GatewayExecutionResult,
  description: GatewayExecutionResult,
  names: readonly string[],
): GatewayExecutionResult {
  const errors = [...(answer.errors ?? []), ...(description.errors ?? [])]
  for (const name of answer.data ? names : []) {
    if (name in answer.data!) answer.data![name] = description.data?.[name] as unknown
  }
  return { ...answer, ...(errors.length > 0 && { errors }) }
}

/**
 * The operation of a request with every root field that is not kept replaced by `__typename` under
 * the same name: the response has all names in order, and no selection is empty.
 */
function onlyFields(
  { document, operation }: GatewayGraphQLRequestContext,
  keeps: (field: FieldNode) => boolean,
): DocumentNode {
  const fragments = fragmentsByName(document)
  const suffix = unusedSuffix([...fragments.keys()])
  const atRoot = new Map<string, FragmentDefinitionNode>()
  const pick = (set: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: set.selections.map((node) => {
      if (node.kind === Kind.FIELD) return keeps(node) ? node : typenameFor(node)
      if (node.kind === Kind.INLINE_FRAGMENT) {
        return { ...node, selectionSet: pick(node.selectionSet) }
      }
      return { ...node, name: copied(node.name.value).name }
    }),
  })
  // The same fragment may be used below the root, so the root gets its own copies.
  const copied = (name: string): FragmentDefinitionNode => {
    const known = atRoot.get(name)
    if (known) return known
    const fragment = fragments.get(name)!
    const named = { ...fragment.name, value: name + suffix }
    const copy = { ...fragment, name: named, selectionSet: pick(fragment.selectionSet) }
    atRoot.set(name, copy)
    return copy
  }
  const picked = { ...operation, selectionSet: pick(operation.selectionSet) }
  const definitions = [picked, ...fragments.values(), ...atRoot.values()]
  return separateOperations({ ...document, definitions })[operation.name?.value ?? '']!
}

/** A suffix that makes the names of copied fragments unique. */
function unusedSuffix(names: readonly string[]): string {
  let suffix = '_'
  while (names.some((name) => name.endsWith(suffix))) suffix += '_'
  return suffix
}

function typenameFor(field: FieldNode): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: responseName(field) },
    name: { kind: Kind.NAME, value: '__typename' },
    ...(field.directives && { directives: field.directives }),
  }
}
