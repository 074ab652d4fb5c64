// Compiles a type into a function that completes the values that resolvers return for it.
import {
  getNullableType,
  GraphQLError,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  locatedError,
  responsePathAsArray,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql'
import { inspect } from 'graphql/jsutils/inspect.js'
import { isThenable, type Path, type Run } from '#foundation/graphql/executor/run.ts'
import { resolveTypeName, runtimeType } from '#foundation/graphql/executor/runtime-type.ts'

export interface CompletedField {
  nodes: readonly FieldNode[]
  /** Type and field, e.g. `Query.me`. */
  coordinate: string
  infoAt: (path: Path, run: Run) => GraphQLResolveInfo
  /** Resolves the selected fields of an object. */
  completeObject: (type: GraphQLObjectType) => Complete
}

/** Returns the value for the response, or a native promise of it. @throws for an invalid value */
export type Complete = (value: unknown, path: Path, run: Run) => unknown

/** Compiles "Value Completion" of the GraphQL specification. */
export function compileCompletion(type: GraphQLOutputType, field: CompletedField): Complete {
  const complete = compileNullable(getNullableType(type), field)
  const isNonNull = isNonNullType(type)
  return (value, path, run) => {
    if (value instanceof Error) throw value
    if (value !== null && value !== undefined) return complete(value, path, run)
    return isNonNull ? refuseNull(field) : null
  }
}

/** Completes plain values of a leaf, which are neither errors nor promises. */
export function compileLeafCompletion(
  type: GraphQLOutputType,
  field: Pick<CompletedField, 'coordinate'>,
): (value: unknown) => unknown {
  const complete = compileLeaf(getNullableType(type) as GraphQLLeafType)
  const isNonNull = isNonNullType(type)
  return (value) => {
    if (value !== null && value !== undefined) return complete(value)
    return isNonNull ? refuseNull(field) : null
  }
}

function refuseNull({ coordinate }: Pick<CompletedField, 'coordinate'>): never {
  throw new Error(`Cannot return null for non-nullable field ${coordinate}.`)
}

function compileNullable(type: GraphQLOutputType, field: CompletedField): Complete {
  if (isListType(type)) return compileList(type.ofType, field)
  if (isLeafType(type)) return compileLeaf(type)
  if (isAbstractType(type)) return compileAbstract(type, field)
  return field.completeObject(type as GraphQLObjectType)
}

function compileLeaf(type: GraphQLLeafType): (value: unknown) => unknown {
  return (value) => {
    const leaf: unknown = type.serialize(value)
    if (leaf !== null && leaf !== undefined) return leaf
    const call = `${inspect(type)}.serialize(${inspect(value)})`
    throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspect(leaf)}`)
  }
}

function compileAbstract(type: GraphQLAbstractType, field: CompletedField): Complete {
  const byType = new Map<GraphQLObjectType, Complete>()
  const completionOf = (found: GraphQLObjectType): Complete =>
    byType.getOrInsertComputed(found, field.completeObject)
  return (value, path, run) => {
    const info = field.infoAt(path, run)
    const complete = (name: unknown) =>
      completionOf(runtimeType(type, name, value, info))(value, path, run)
    const name = resolveTypeName(type, value, run.context, info)
    return isThenable(name) ? Promise.resolve(name).then(complete) : complete(name)
  }
}

function compileList(itemType: GraphQLOutputType, field: CompletedField): Complete {
  const { coordinate, nodes } = field
  const complete = compileCompletion(itemType, field)
  const isNonNull = isNonNullType(itemType)
  const completeItem = (item: unknown, index: number, list: Path, run: Run): unknown => {
    const path: Path = { prev: list, key: index, typename: undefined }
    return settle(item, path, run, { complete, isNonNull, nodes })
  }
  return (value, path, run) => {
    if (!isIterable(value)) {
      const message = `Expected Iterable, but did not find one for field "${coordinate}".`
      throw new GraphQLError(message)
    }
    const items: unknown[] = []
    let isPending = false
    try {
      for (const item of value) {
        const completed = completeItem(item, items.length, path, run)
        isPending ||= completed instanceof Promise
        items.push(completed)
      }
    } catch (error) {
      // Later failures of other items are ignored.
      if (isPending) void Promise.allSettled(items)
      throw error
    }
    return isPending ? Promise.all(items) : items
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/** Completes the value of a field or list item. If that fails, a non-null value makes its parent null. */
export interface Completion {
  complete: Complete
  isNonNull: boolean
  nodes: readonly FieldNode[]
}

/** Completes a value or a promise of it. A failure makes a nullable value null. */
export function settle(value: unknown, path: Path, run: Run, settling: Completion): unknown {
  try {
    if (!isThenable(value)) return settleNow(value, path, run, settling)
    return Promise.resolve(value).then(
      (resolved) => settleNow(resolved, path, run, settling),
      (error: unknown) => fail(error, path, run, settling),
    )
  } catch (error) {
    return fail(error, path, run, settling)
  }
}

function settleNow(value: unknown, path: Path, run: Run, settling: Completion): unknown {
  try {
    const completed = settling.complete(value, path, run)
    if (!(completed instanceof Promise)) return completed
    return completed.then(undefined, (error: unknown) => fail(error, path, run, settling))
  } catch (error) {
    return fail(error, path, run, settling)
  }
}

/** @throws GraphQLError where the value must not be null */
export function fail(
  failure: unknown,
  path: Path,
  { errors }: Run,
  { isNonNull, nodes }: Completion,
): null {
  const error = locatedError(failure, nodes, responsePathAsArray(path))
  if (isNonNull) throw error
  errors.add(error, path)
  return null
}
