// Compiles the selections of an object into functions that resolve its fields.
import {
  defaultFieldResolver,
  isLeafType,
  getNullableType,
  isNonNullType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { compileArguments } from '#foundation/graphql/executor/arguments.ts'
import {
  compileCompletion,
  fail,
  settle,
  compileLeafCompletion,
  type Complete,
  type Completion,
} from '#foundation/graphql/executor/complete.ts'
import type { Path, Run } from '#foundation/graphql/executor/run.ts'
import { fieldsByName, type Fragments } from '#foundation/graphql/executor/selected-fields.ts'

export interface CompileOptions extends Fragments {
  operation: OperationDefinitionNode
  /** How many more compiled fields may be kept. */
  room: number
}

export interface CompiledField {
  /** Its name in the response. */
  name: string
  /** Its completed value, or a promise of it. `above` is the path of its object. */
  resolve: (source: unknown, above: Path | undefined, run: Run) => unknown
}

/** Compiles the selected fields of an object of that type. */
export function compileFields(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  options: CompileOptions,
): CompiledField[] {
  const compiled: CompiledField[] = []
  for (const [name, nodes] of fieldsByName(type, sets, options)) {
    const field = fieldOf(type, nodes[0]!.name.value, options)
    if (field) compiled.push(compileField({ type, field, name, nodes }, options))
  }
  return compiled
}

function fieldOf(
  type: GraphQLObjectType,
  name: string,
  { schema }: CompileOptions,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  const isQuery = type === schema.getQueryType()
  if (isQuery && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
  if (isQuery && name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  return type.getFields()[name]
}

interface SelectedField {
  type: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  name: string
  nodes: readonly FieldNode[]
}

function compileField(selected: SelectedField, options: CompileOptions): CompiledField {
  const { type: parent, field, name, nodes } = selected
  const { name: key, resolve = defaultFieldResolver, type } = field
  const infoAt = compileInfo(selected, options)
  const completeObject = compileObjects(nodes, options)
  const coordinate = `${parent.name}.${key}`
  const complete = compileCompletion(type, { nodes, coordinate, infoAt, completeObject })
  const settling: Completion = { complete, isNonNull: isNonNullType(type), nodes }
  const argumentsFor = compileArguments(field, nodes[0]!)
  const pathBelow = (above: Path | undefined): Path => {
    return { prev: above, key: name, typename: parent.name }
  }
  const resolveAt = (source: unknown, path: Path, run: Run): unknown => {
    let value: unknown
    try {
      value = resolve(source, argumentsFor(run.variables), run.context, infoAt(path, run))
    } catch (error) {
      return fail(error, path, run, settling)
    }
    return settle(value, path, run, settling)
  }
  const isLeaf = isLeafType(getNullableType(type))
  if (resolve !== defaultFieldResolver || !isLeaf) {
    return { name, resolve: (source, above, run) => resolveAt(source, pathBelow(above), run) }
  }
  const completeLeaf = compileLeafCompletion(type, { coordinate })
  return {
    name,
    // Most fields are values of a row, and need neither arguments nor a path.
    resolve: (source, above, run) => {
      if (!isObject(source)) return resolveAt(source, pathBelow(above), run)
      let value: unknown
      try {
        value = source[key]
        if (isPlain(value)) return completeLeaf(value)
      } catch (error) {
        return fail(error, pathBelow(above), run, settling)
      }
      const path = pathBelow(above)
      return typeof value === 'function'
        ? resolveAt(source, path, run)
        : settle(value, path, run, settling)
    },
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** True unless the value is a function, promise or error. */
function isPlain(value: unknown): boolean {
  if (value === undefined || value === null || value instanceof Date) return true
  return typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol'
}

/** Compiles the fields of each object type on first use. */
function compileObjects(
  nodes: readonly FieldNode[],
  options: CompileOptions,
): (type: GraphQLObjectType) => Complete {
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return (type) => {
    let known: CompiledField[] | undefined
    const compile = (): CompiledField[] => {
      const fields = compileFields(type, sets, options)
      if (options.room < fields.length) return fields
      options.room -= fields.length
      known = fields
      return fields
    }
    return (value, path, run) => resolveFields(known ?? compile(), value, path, run)
  }
}

function compileInfo(
  { type: parentType, field, nodes: fieldNodes }: SelectedField,
  { operation, schema, fragments: known }: CompileOptions,
): (path: Path, run: Run) => GraphQLResolveInfo {
  const { name: fieldName, type: returnType } = field
  const fragments = Object.assign(
    Object.create(null),
    Object.fromEntries(known),
  ) as GraphQLResolveInfo['fragments']
  const rootValue = undefined
  return (path, { variables: variableValues }) => {
    const place = { fieldName, fieldNodes, returnType, parentType, path }
    return { ...place, schema, fragments, rootValue, operation, variableValues }
  }
}

/** Resolves all fields of an object at once. @throws GraphQLError of a field that must not be null */
export function resolveFields(
  fields: readonly CompiledField[],
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  const result: Record<string, unknown> = {}
  let pending: string[] | undefined
  try {
    for (const { name, resolve } of fields) {
      const value = resolve(source, path, run)
      if (value instanceof Promise) (pending ??= []).push(name)
      if (name === '__proto__') put(result, name, value)
      else result[name] = value
    }
  } catch (error) {
    // The others may fail as well, and their rejections must be handled.
    if (pending) {
      return whenAll(result, pending).finally(() => {
        throw error
      })
    }
    throw error
  }
  return pending ? whenAll(result, pending) : result
}

async function whenAll(result: Record<string, unknown>, pending: readonly string[]) {
  if (pending.length === 1) {
    put(result, pending[0]!, await result[pending[0]!])
    return result
  }
  const values = await Promise.all(pending.map((name) => result[name]))
  for (const [index, name] of pending.entries()) put(result, name, values[index])
  return result
}

/** Resolves the fields of a mutation one after the other. @throws as `resolveFields` */
export async function resolveInOrder(fields: readonly CompiledField[], run: Run): Promise<unknown> {
  const result: Record<string, unknown> = {}
  for (const { name, resolve } of fields)
    put(result, name, await resolve(undefined, undefined, run))
  return result
}

/** Sets a property, also one called `__proto__`. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true })
}
