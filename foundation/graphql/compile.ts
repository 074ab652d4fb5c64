// Compiles a document into functions that run it exactly as graphql-js does.
import {
  isObjectType,
  Kind,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { compileFields, type CompileOptions } from '#foundation/graphql/executor/fields.ts'
import { resolveFields, resolveInOrder } from '#foundation/graphql/executor/resolve-fields.ts'
import { FieldErrors, resultOf, type Run } from '#foundation/graphql/executor/run.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'

/** Runs an operation with variables that graphql-js has coerced. */
type CompiledOperation = (
  context: unknown,
  variables: Variables,
  rootValue?: unknown,
) => Promise<ExecutionResult> | ExecutionResult

/** Returns a function that runs the operation; undefined when graphql-js has to run it. */
export type Compile = (
  operation: OperationDefinitionNode,
  document: DocumentNode,
) => CompiledOperation | undefined

/** How many compiled fields of one operation are kept: abstract types multiply them. */
const MAX_FIELDS = 2_000

/** Creates the compiler of one schema. */
export function createCompiler(schema: GraphQLSchema): Compile {
  const types = Object.values(schema.getTypeMap())
  // Only graphql-js calls `isTypeOf`.
  if (types.some((type) => isObjectType(type) && type.isTypeOf)) return () => undefined
  return (operation, document) => {
    if (hasConditions(document)) return undefined
    const fragments = fragmentsByName(document)
    return compileOperation({ schema, fragments, operation, room: MAX_FIELDS })
  }
}

/** True if the document has `@skip` or `@include`. This is rare: the router evaluates them before it plans. */
function hasConditions(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    [Kind.DIRECTIVE]: ({ name }) => {
      if (name.value === 'skip' || name.value === 'include') found = true
    },
  })
  return found
}

function compileOperation(options: CompileOptions): CompiledOperation {
  const { operation, schema } = options
  const fields = compileFields(
    schema.getRootType(operation.operation)!,
    [operation.selectionSet],
    options,
  )
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  const resolve = (run: Run) =>
    isMutation ? resolveInOrder(fields, run) : resolveFields(fields, run.rootValue, undefined, run)
  return (context, variables, rootValue) => {
    const run: Run = { context, variables, rootValue, errors: new FieldErrors() }
    const refuse = (error: unknown): ExecutionResult => {
      run.errors.add(error as GraphQLError, undefined)
      return resultOf(run, null)
    }
    try {
      const data = resolve(run)
      return data instanceof Promise
        ? data.then((found) => resultOf(run, found), refuse)
        : resultOf(run, data)
    } catch (error) {
      return refuse(error)
    }
  }
}
