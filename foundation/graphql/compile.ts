// Decides which documents graphql-jit runs exactly as graphql-js would, and compiles them.
import {
  getNamedType,
  GraphQLScalarType,
  GraphQLSchema,
  isAbstractType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Variables } from '#foundation/graphql/variables.ts'

/** Runs with variables that graphql-js has coerced. */
export type CompiledOperation = (
  context: unknown,
  variables: Variables,
) => Promise<ExecutionResult> | ExecutionResult

/** A function that runs the operation; undefined when graphql-js has to. */
export type Compile = (
  operation: OperationDefinitionNode,
  document: DocumentNode,
) => CompiledOperation | undefined

/** The number of fields above which compiling is not worth the size of the code. */
const MOST_FIELDS = 400

/** The type of every variable of a compiled operation, so that graphql-jit does not coerce it again. */
const Coerced = new GraphQLScalarType({ name: '_Coerced' })

/** Compiles for one schema. */
export function createCompiler(schema: GraphQLSchema): Compile {
  const config = schema.toConfig()
  const widened = new GraphQLSchema({ ...config, types: [...config.types, Coerced] })
  return (operation, document) => {
    if (!isPlain(schema, operation, document)) return undefined
    const compiled = compileQuery(widened, withCoercedVariables(document), operation.name?.value, {
      disablingCapturingStackErrors: true,
      resolverInfoEnricher: () => ({ schema }),
    })
    if (!isCompiledQuery(compiled)) return undefined
    return (context, variables) => compiled.query(undefined, context, variables)
  }
}

function withCoercedVariables(document: DocumentNode): DocumentNode {
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: Coerced.name } } as const
  return visit(document, {
    VariableDefinition: ({ kind, variable }): VariableDefinitionNode => ({ kind, variable, type }),
  })
}

/**
 * True for documents that graphql-jit 0.8.9 runs exactly as graphql-js does. It does not when
 * - a string literal is in the document: it is written into the code, and can break out of it;
 * - an object or list literal is: variables inside it are lost, or become null;
 * - a fragment has a condition, which affects its other uses, or a condition depends on a null;
 * - a mutation has several root fields: the next one runs although `data` is already null;
 * - a type is abstract, except the entities of a subgraph: a failing `resolveType` never settles;
 * - a response name contains `_`: the field at `a.b` is mixed up with one called `a_b`;
 * - named fragments multiply: each use is written out again.
 */
function isPlain(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  document: DocumentNode,
): boolean {
  if (operation === OperationTypeNode.MUTATION && selectionSet.selections.length > 1) return false
  let fields = 0
  let plain = true
  const refuse = () => void (plain = false)
  const typeInfo = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      [Kind.STRING]: refuse,
      [Kind.OBJECT]: refuse,
      [Kind.LIST]: refuse,
      [Kind.DIRECTIVE]: refuse,
      [Kind.FRAGMENT_SPREAD]: refuse,
      [Kind.FIELD]({ alias, name }: FieldNode) {
        fields += 1
        const abstract = isAbstractType(getNamedType(typeInfo.getType()))
        if (abstract && name.value !== '_entities') refuse()
        if (/[^_]_/.test((alias ?? name).value)) refuse()
      },
    }),
  )
  return plain && fields <= MOST_FIELDS
}
