// Runs introspection at the router with graphql-js, even beside other fields in one operation.
import {
  execute as executeByLibrary,
  Kind,
  separateOperations,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import type {
  ExecutableSchema,
  Execute,
  ExecutionRequest,
} from '#foundation/graphql/executable-schema.ts'
import { withDoubles } from '#foundation/http/exact-json.ts'
import {
  fragmentsByName,
  isIntrospection,
  responseName,
  rootFields,
} from '#foundation/limits/root-fields.ts'

/** Adds the introspection of graphql-js, which has the newest fields, to an executor. */
export function withIntrospection({ schema, execute }: ExecutableSchema): Execute {
  return async (request) => {
    const { document, operation } = request
    const fields = rootFields(document, operation.name?.value)
    // `__typename` alone needs no plan: a planner would send it to a subgraph.
    if (fields.every(isIntrospection)) return describe(schema, request)
    const described = fields.filter(isSchemaField)
    if (described.length === 0) return execute(request)
    // Both run at once, and their results are merged.
    const [description, response] = await Promise.all([
      describe(schema, onlyFields(request, isSchemaField)),
      execute(onlyFields(request, (field) => !isSchemaField(field))),
    ])
    return merge(response, description, described.map(responseName))
  }
}

function isSchemaField(field: FieldNode): boolean {
  return isIntrospection(field) && field.name.value !== '__typename'
}

async function describe(
  schema: GraphQLSchema,
  { document, operation, variables }: ExecutionRequest,
): Promise<ExecutionResult> {
  // A foreign supergraph may pass numbers with all their digits, which graphql-js does not accept.
  const variableValues = withDoubles(variables)
  const name = operation.name && { operationName: operation.name.value }
  return executeByLibrary({ schema, document, ...name, variableValues })
}

function merge(
  response: ExecutionResult,
  description: ExecutionResult,
  names: readonly string[],
): ExecutionResult {
  const errors = [...(response.errors ?? []), ...(description.errors ?? [])]
  for (const name of response.data ? names : []) {
    if (name in response.data!) response.data![name] = description.data?.[name]
  }
  return { ...response, ...(errors.length > 0 && { errors }) }
}

/**
 * Returns a request whose operation has `__typename`, under the same response name, in place of each
 * root field that is not kept. So the result has all names in order, and no selection is empty.
 */
function onlyFields(
  request: ExecutionRequest,
  keeps: (field: FieldNode) => boolean,
): ExecutionRequest {
  const { document, operation } = request
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
  // A fragment may also be used below the root, so the root gets its own copy.
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
  const separated = separateOperations({ ...document, definitions })
  return { ...request, document: separated[operation.name?.value ?? '']!, operation: picked }
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
