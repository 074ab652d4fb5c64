// An operation → functions that write the client's response from the merged data.
import {
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type SelectionSetNode,
} from 'graphql'
import { isIntrospection } from '#foundation/limits/root-fields.ts'
import { fieldsByName, type Fragments } from '#foundation/graphql/executor/selected-fields.ts'
import { isEntity, type Entity } from '../subgraph-result.ts'
import { compileLeaf } from './leaf.ts'
import { canBe, isUndecided } from './possible-types.ts'
import { FAILED, ENTITY_ABSENT, type Write, type Writer } from './writer.ts'

export interface ShapeOptions extends Fragments {
  /** The key of a field in the merged data. */
  keyOf: (field: FieldNode) => string
}

/** A field of an object of one type, in the order of the response. */
interface FieldShape {
  name: string
  key: string
  /**
   * True when a fetch of the plan must bring it; false for `__typename`, which the type decides,
   * and for introspection.
   */
  isFetched: boolean
  write: Write
}

/** Compiles the selections of an object; `type` is its type as far as the schema knows. */
export function compileObject(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  options: ShapeOptions,
): Write {
  const selection = {}
  const fieldsFor = compileFieldsByType(type, sets, options)
  return (value, writer, depth) => {
    if (value === null || value === undefined) return null
    if (!isEntity(value)) return writer.fail(`Invalid value found for ${type.name}.`, depth)
    const written = writer.writtenOf(selection)
    const known = written?.get(value)
    if (known !== undefined) return known
    const fields = fieldsFor(value.__typename)
    if (!fields) return writer.failNull(`The type of this ${type.name} is not known.`, depth)
    const errors = writer.errors.list.length
    const result = writeFields(fields, value, writer, depth)
    if (result !== FAILED && writer.errors.list.length === errors) written?.set(value, result)
    return result
  }
}

/** Compiles the fields of an object by its `__typename`, when the name is first seen. */
function compileFieldsByType(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  options: ShapeOptions,
): (name: unknown) => readonly FieldShape[] | undefined {
  const known = new Map<unknown, readonly FieldShape[]>()
  return (name) => {
    // A subgraph may use another name for a root type.
    const runtime = isObjectType(type) ? type.name : (name ?? type.name)
    if (known.has(runtime)) return known.get(runtime)
    const found = typeof runtime === 'string' ? options.schema.getType(runtime) : undefined
    if (!isCompositeType(found) || !canBe(found, type, options.schema)) return undefined
    if (isUndecided(found, sets, options)) return undefined
    const fields = compileFields(found, sets, options)
    known.set(runtime, fields)
    return fields
  }
}

function writeFields(
  fields: readonly FieldShape[],
  object: Entity,
  writer: Writer,
  depth: number,
): unknown {
  const written: Entity = {}
  for (const { name, key, isFetched, write } of fields) {
    writer.path[depth] = name
    writer.object = object
    const known = object[key]
    if (known === undefined && isFetched) writer.noteMissing(depth + 1)
    const value = write(known, writer, depth + 1)
    if (value === FAILED || value === ENTITY_ABSENT) return value
    if (name === '__proto__') define(written, name, value)
    else written[name] = value
  }
  return written
}

function define(object: Entity, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true })
}

function compileFields(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  options: ShapeOptions,
): FieldShape[] {
  return [...fieldsByName(type, sets, options)].map(([name, nodes]) => {
    const isFetched = !isIntrospection(nodes[0]!)
    const write = compileField(type, nodes, options)
    return { name, key: options.keyOf(nodes[0]!), isFetched, write }
  })
}

function compileField(
  parent: GraphQLCompositeType,
  nodes: readonly FieldNode[],
  options: ShapeOptions,
): Write {
  const name = nodes[0]!.name.value
  if (name === '__typename') return compileTypename(parent)
  const field = fieldOf(parent, name)
  // Introspection is not part of a plan.
  if (!field) return () => null
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return compileType(field.type, `${parent.name}.${name}`, sets, options)
}

/** Writes `__typename`. The type of an object is only known as an interface when a failed fetch left it out. */
function compileTypename(parent: GraphQLCompositeType): Write {
  if (isObjectType(parent)) return () => parent.name
  return (_value, writer, depth) => writer.failNull(nullMessage(`${parent.name}.__typename`), depth)
}

function fieldOf(
  parent: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name) return undefined
  return 'getFields' in parent ? parent.getFields()[name] : undefined
}

function compileType(
  type: GraphQLOutputType,
  coordinate: string,
  sets: readonly SelectionSetNode[],
  options: ShapeOptions,
): Write {
  const write = compileNullable(getNullableType(type), coordinate, sets, options)
  if (!isNonNullType(type)) {
    return (value, writer, depth) => {
      const written = write(value, writer, depth)
      return written === FAILED || written === ENTITY_ABSENT ? null : written
    }
  }
  return (value, writer, depth) => {
    const written = write(value, writer, depth)
    if (written === ENTITY_ABSENT) return writer.failAbsent(nullMessage(coordinate), depth)
    return written === null ? writer.failNull(nullMessage(coordinate), depth) : written
  }
}

function compileNullable(
  type: GraphQLOutputType,
  coordinate: string,
  sets: readonly SelectionSetNode[],
  options: ShapeOptions,
): Write {
  if (isListType(type)) return compileList(type.ofType, coordinate, sets, options)
  if (isCompositeType(type)) return compileObject(type, sets, options)
  const coerce = compileLeaf(type)
  return (value, writer, depth) => {
    if (value === null || value === undefined) return null
    const leaf = coerce(value)
    return leaf === undefined ? writer.fail(`Invalid value found for ${coordinate}.`, depth) : leaf
  }
}

function compileList(
  itemType: GraphQLOutputType,
  coordinate: string,
  sets: readonly SelectionSetNode[],
  options: ShapeOptions,
): Write {
  const writeItem = compileType(itemType, coordinate, sets, options)
  return (value, writer, depth) => {
    if (value === null || value === undefined) return null
    if (!Array.isArray(value)) return writer.fail(`Invalid value found for ${coordinate}.`, depth)
    const written: unknown[] = []
    // An index, because an iterator would allocate a pair for every item.
    for (let index = 0; index < value.length; index++) {
      writer.path[depth] = index
      // The items of a list are not fields of the object around the list.
      writer.object = undefined
      const result = writeItem(value[index], writer, depth + 1)
      if (result === FAILED) return FAILED
      written.push(result)
    }
    return written
  }
}

function nullMessage(coordinate: string): string {
  return `Cannot return null for non-nullable field ${coordinate}.`
}
