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
import { resolveFields, type CompiledField } from '#foundation/graphql/executor/resolve-fields.ts'
import type { Path, Run } from '#foundation/graphql/executor/run.ts'
import { fieldsByName, type Fragments } from '#foundation/graphql/executor/selected-fields.ts'

export interface CompileOptions extends Fragments {
  operation: OperationDefinitionNode
  /** How many more compiled fields may be kept. */
  room: number
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
  return (path, { variables: variableValues, rootValue }) => {
    const place = { fieldName, fieldNodes, returnType, parentType, path }
    return { ...place, schema, fragments, rootValue, operation, variableValues }
  }
}
