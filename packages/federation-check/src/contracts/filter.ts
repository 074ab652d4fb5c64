// What a contract leaves out of a supergraph, by the tags of its elements
// (https://www.apollographql.com/docs/graphos/platform/schema-management/delivery/contracts/reference).
import {
  Kind,
  visit,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql'
import { namedType, textOf } from '../sdl/sdl.ts'
import type { Contract } from './contract.ts'
import type { Features } from './features.ts'

/** Why a contract leaves something out. */
export type Reason =
  { excludedBy: string } | 'not included' | 'empty' | 'returns what is left out' | 'unreachable'

/** The reasons by path: `Type`, `Type.field`, `Type.field.argument`, `Enum.value`. */
export type LeftOut = Map<string, Reason>

interface Filter {
  types: readonly TypeDefinitionNode[]
  found: LeftOut
  reasonOf: (tags: readonly string[]) => Reason | undefined
  /**
   * Only looks at excluded tags: arguments, input fields, enum values, and all types but unions need no included tag.
   */
  excludedBy: (tags: readonly string[]) => Reason | undefined
  tagsOf: (node: { directives?: readonly ConstDirectiveNode[] | undefined }) => string[]
}

/** Elements that the contract leaves out, without types that become unreachable. */
export function leftOut(
  types: readonly TypeDefinitionNode[],
  features: Features,
  contract: Contract,
): LeftOut {
  const filter = filterOf(types, features, contract)
  for (const type of types) markType(filter, type)
  let before: number
  do {
    before = filter.found.size
    markDependents(filter)
  } while (filter.found.size > before)
  return filter.found
}

function filterOf(
  types: readonly TypeDefinitionNode[],
  { tag }: Features,
  { include = [], exclude = [] }: Contract,
): Filter {
  const excludedBy: Filter['excludedBy'] = (tags) => {
    const name = tags.find((one) => exclude.includes(one))
    return name === undefined ? undefined : { excludedBy: name }
  }
  const isIncluded = (tags: readonly string[]) =>
    include.length === 0 || tags.some((one) => include.includes(one))
  return {
    types,
    found: new Map(),
    excludedBy,
    reasonOf: (tags) => excludedBy(tags) ?? (isIncluded(tags) ? undefined : 'not included'),
    tagsOf: ({ directives = [] }) =>
      directives.filter(({ name }) => name.value === tag).map((one) => textOf(one, 'name')),
  }
}

function mark({ found }: Filter, path: string, reason: Reason | undefined): void {
  if (reason !== undefined && !found.has(path)) found.set(path, reason)
}

function markType(filter: Filter, type: TypeDefinitionNode): void {
  const { tagsOf, excludedBy, reasonOf } = filter
  const name = type.name.value
  const tags = tagsOf(type)
  const isUnion = type.kind === Kind.UNION_TYPE_DEFINITION
  mark(filter, name, isUnion ? reasonOf(tags) : excludedBy(tags))
  if (hasFields(type)) {
    for (const field of type.fields ?? [])
      markField(filter, `${name}.${field.name.value}`, field, tags)
    return
  }
  for (const member of membersOf(type)) {
    mark(filter, `${name}.${member.name.value}`, excludedBy(tagsOf(member)))
  }
}

/** Decides about a field. It also has the tags of its type. */
function markField(
  filter: Filter,
  path: string,
  field: FieldDefinitionNode,
  inherited: readonly string[],
): void {
  const { tagsOf, excludedBy, reasonOf } = filter
  mark(filter, path, reasonOf([...inherited, ...tagsOf(field)]))
  for (const argument of field.arguments ?? []) {
    mark(filter, `${path}.${argument.name.value}`, excludedBy(tagsOf(argument)))
  }
}

/** Marks elements that disappear because of others: empty types, and fields of interfaces that return them. */
function markDependents(filter: Filter): void {
  const { types, found } = filter
  for (const type of types) {
    const name = type.name.value
    if (type.kind === Kind.INTERFACE_TYPE_DEFINITION) {
      for (const field of type.fields ?? []) {
        if (!found.has(namedType(field.type))) continue
        mark(filter, `${name}.${field.name.value}`, 'returns what is left out')
      }
    }
    const isEmpty = partsOf(type)?.every((part) => found.has(part))
    if (isEmpty) mark(filter, name, 'empty')
  }
}

/** The members of which a type needs at least one; undefined for types without members. */
function partsOf(type: TypeDefinitionNode): string[] | undefined {
  const name = type.name.value
  if (hasFields(type)) return (type.fields ?? []).map((field) => `${name}.${field.name.value}`)
  if (type.kind !== Kind.UNION_TYPE_DEFINITION) return undefined
  return (type.types ?? []).map((member) => member.name.value)
}

function membersOf(type: TypeDefinitionNode) {
  if ('values' in type) return type.values ?? []
  return 'fields' in type ? (type.fields ?? []) : []
}

function hasFields(
  type: TypeDefinitionNode,
): type is ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode {
  return type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INTERFACE_TYPE_DEFINITION
}

/** All tags of a supergraph. */
export function tagsIn(document: DocumentNode, { tag }: Features): Set<string> {
  const found = new Set<string>()
  visit(document, {
    Directive: (node) => {
      if (node.name.value === tag) found.add(textOf(node, 'name'))
    },
  })
  return found
}

/** Types that have an included tag themselves: they stay even where no operation can reach them. */
export function taggedTypes(
  types: readonly TypeDefinitionNode[],
  features: Features,
  contract: Contract,
): string[] {
  const { include = [] } = contract
  const { tagsOf } = filterOf(types, features, contract)
  const isTagged = (type: TypeDefinitionNode) => tagsOf(type).some((tag) => include.includes(tag))
  return types.filter(isTagged).map(({ name }) => name.value)
}
