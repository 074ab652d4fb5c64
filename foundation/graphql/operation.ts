// Parses, validates and compiles GraphQL documents once, and caches the result.
import {
  execute,
  getOperationAST,
  GraphQLError,
  locatedError,
  OperationTypeNode,
  parse,
  separateOperations,
  validate,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { createCompiler, type Compile } from '#foundation/graphql/compile.ts'
import { inOrder } from '#foundation/graphql/executor/error-order.ts'
import {
  openSource,
  requireOneRootField,
} from '#foundation/graphql/executor/subscription-source.ts'
import { coerceVariables, type Variables } from '#foundation/graphql/variables.ts'

/** How operations run: compiled into closures, or interpreted by graphql-js. The results are the same. */
export type Execution = 'compiled' | 'interpreted'

export interface Operation {
  /** The parsed operation, e.g. for its root fields. */
  readonly node: OperationDefinitionNode
  /** The operation with the fragments it uses, and nothing else. */
  readonly document: DocumentNode
  /**
   * Runs the operation. Never throws: failures are in `errors`. Invalid variables give a single error with the
   * extensions of `invalidInput`, without `data`.
   * @param rootValue for a subscription, an item that its source yielded
   */
  execute(context: unknown, variables?: Variables, rootValue?: unknown): Promise<ExecutionResult>
  /**
   * Calls `subscribe` of a subscription's root field, whose guards run first. Returns the source of items to execute
   * the operation for. Never throws: a failure is a result without `data`.
   */
  subscribe(
    context: unknown,
    variables?: Variables,
  ): Promise<AsyncIterable<unknown> | ExecutionResult>
}

interface PrepareOptions {
  /** Required when the document contains several operations. */
  operationName?: string | undefined
  /** True if the caller has validated the document. */
  trusted?: boolean
  /** True to compile the document at once, because it is known at startup that it will be used. */
  eager?: boolean
}

export interface OperationCache {
  /**
   * Parses and validates a document once, and caches it by its text or its node.
   * @throws GraphQLError when it does not parse, has no such operation, or uses unsupported
   * features (`@defer`, `@stream`); AggregateError of GraphQLErrors when it is invalid.
   */
  prepare(source: string | DocumentNode, options?: PrepareOptions): Operation
}

interface KnownDocument {
  valid: boolean
  operations: Map<string | undefined, Operation>
}

/**
 * The length of all cached texts, in UTF-16 units. A parsed text takes up to 230 times as many bytes, and each
 * request of a client may have a new text.
 */
const CACHED_UNITS = 2 * 1024 * 1024

/** A cache of operations on one schema, with the `size` most recently used texts, fewer if they are long. */
export function createOperationCache(
  schema: GraphQLSchema,
  { execution, size = 1000 }: { execution: Execution; size?: number },
): OperationCache {
  const compile: Compile = execution === 'compiled' ? createCompiler(schema) : () => undefined
  const texts = new LRUCache<string, DocumentNode>({
    max: size,
    maxSize: CACHED_UNITS,
    sizeCalculation: (_document, text) => text.length,
  })
  const documents = new WeakMap<DocumentNode, KnownDocument>()

  return {
    prepare(source, { operationName, trusted = false, eager = false } = {}) {
      const cached = typeof source === 'string' ? texts.get(source) : source
      const document = cached ?? parse(source as string)
      const known = documents.get(document) ?? { valid: false, operations: new Map() }
      if (!trusted && !known.valid) {
        assertValid(schema, document)
        known.valid = true
      }
      const operation = known.operations.getOrInsertComputed(operationName, () =>
        createOperation(schema, document, operationName, eager, compile),
      )
      documents.set(document, known)
      if (!cached) texts.set(source as string, document)
      return operation
    },
  }
}

function assertValid(schema: GraphQLSchema, document: DocumentNode): void {
  const errors = validate(schema, document)
  if (errors.length === 0) return
  throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
}

function createOperation(
  schema: GraphQLSchema,
  whole: DocumentNode,
  operationName: string | undefined,
  eager: boolean,
  compile: Compile,
): Operation {
  const node = findOperation(whole, operationName)
  const document = separateOperations(whole)[node.name?.value ?? '']!
  refuseUnserved(node, document)
  let compiled = eager ? compile(node, document) : undefined
  let isNew = !eager

  return {
    node,
    document,
    async execute(contextValue, variableValues = {}, rootValue) {
      try {
        const coerced = coerceVariables(schema, node, variableValues)
        if (isNew) compiled = compile(node, document)
        isNew = false
        const run = compiled?.(contextValue, coerced, rootValue)
        const interpret = () =>
          execute({ schema, document, contextValue, variableValues, rootValue })
        return inOrder(await (run ?? interpret()))
      } catch (error) {
        return { errors: [locatedError(error, undefined)] }
      }
    },
    async subscribe(contextValue, variableValues = {}) {
      try {
        coerceVariables(schema, node, variableValues)
        return await openSource({ schema, document, contextValue, variableValues })
      } catch (error) {
        return { errors: [locatedError(error, undefined)] }
      }
    },
  }
}

function findOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const node = getOperationAST(document, name)
  if (node) return node
  if (name !== undefined) throw new GraphQLError(`Unknown operation named "${name}".`)
  throw new GraphQLError('The document must contain one operation, or the request must name one.')
}

function refuseUnserved(node: OperationDefinitionNode, document: DocumentNode): void {
  if (node.operation === OperationTypeNode.SUBSCRIPTION) requireOneRootField(node, document)
  visit(document, {
    Directive(directive) {
      if (!['defer', 'stream'].includes(directive.name.value)) return
      throw new GraphQLError(`@${directive.name.value} is not supported.`, { nodes: directive })
    },
  })
}
