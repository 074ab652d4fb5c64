// Writes applications of own directives in one form, so that two spellings of the same do not differ.
import {
  Kind,
  print,
  visit,
  type ASTVisitor,
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type ConstObjectValueNode,
  type ConstValueNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql'
import { byName } from '../graph/graph.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { applicationsIn, type Application } from './applications.ts'
import { ownDefinitions } from './own.ts'

type Subgraphs = readonly SubgraphDocument[]

/**
 * Both sides with the arguments of own directives in the order of their definition and with its
 * defaults written out. A default that differs between the sides is left out where both rely on it:
 * it is compared once, at the definition (federation/defaults.ts).
 */
export function inOneForm(base: Subgraphs, head: Subgraphs): [base: Subgraphs, head: Subgraphs] {
  const [before, after] = [base.map(withDefaultsInForm), head.map(withDefaultsInForm)]
  const [known, there] = [byName(before), byName(after)]
  return [
    before.map((one) => written(one, there.get(one.name))),
    after.map((one) => written(one, known.get(one.name))),
  ]
}

function withDefaultsInForm(subgraph: SubgraphDocument): SubgraphDocument {
  const changed = new Map<unknown, InputValueDefinitionNode>()
  for (const { arguments: taken = [] } of ownDefinitions(subgraph.document).values()) {
    for (const one of taken) {
      if (!one.defaultValue) continue
      const defaultValue = inForm(one.defaultValue, one.type)
      if (defaultValue !== one.defaultValue) changed.set(one, { ...one, defaultValue })
    }
  }
  return replaced(subgraph, { InputValueDefinition: (node: unknown) => changed.get(node) }, changed)
}

function written(subgraph: SubgraphDocument, other?: SubgraphDocument): SubgraphDocument {
  const definitions = ownDefinitions(subgraph.document)
  if (definitions.size === 0) return subgraph
  const isShared = other ? reliedOn(other.document, definitions) : () => false
  const changed = new Map<unknown, ConstDirectiveNode>()
  for (const application of applicationsIn(subgraph.document)) {
    const { directive } = application
    const definition = definitions.get(directive.name.value)
    if (!definition) continue
    const full = argumentsOf(application, definition, isShared)
    if (!isAlike(full, directive.arguments ?? [])) {
      changed.set(directive, { ...directive, arguments: full })
    }
  }
  return replaced(subgraph, { Directive: (node: unknown) => changed.get(node) }, changed)
}

/** Replaces nodes. Returns the same subgraph when nothing changes, because a document is large. */
function replaced(
  subgraph: SubgraphDocument,
  visitor: ASTVisitor,
  { size }: ReadonlyMap<unknown, unknown>,
): SubgraphDocument {
  return size === 0 ? subgraph : { ...subgraph, document: visit(subgraph.document, visitor) }
}

type IsShared = (application: Application, argument: string) => boolean

/** True when the other side omits the argument in the same place, and has another default for it. */
function reliedOn(other: DocumentNode, definitions: Definitions): IsShared {
  const others = ownDefinitions(other)
  const moved = withOtherDefault(definitions, others)
  if (moved.size === 0) return () => false
  const omitted = new Set(
    applicationsIn(other).flatMap((application) =>
      (others.get(application.directive.name.value)?.arguments ?? [])
        .filter(({ name }) => !argumentNamed(application.directive, name.value))
        .map(({ name }) => keyOf(application, name.value)),
    ),
  )
  return (application, argument) =>
    moved.has(`${application.directive.name.value}.${argument}`) &&
    omitted.has(keyOf(application, argument))
}

type Definitions = ReadonlyMap<string, DirectiveDefinitionNode>

/** The arguments whose defaults differ, each as `directive.argument`. */
function withOtherDefault(definitions: Definitions, others: Definitions): Set<string> {
  const found = [...definitions].flatMap(([name, { arguments: taken = [] }]) => {
    const there = others.get(name)
    const isOther = (one: InputValueDefinitionNode) => {
      const same = there?.arguments?.find((argument) => argument.name.value === one.name.value)
      return there !== undefined && defaultOf(one) !== defaultOf(same)
    }
    return taken.filter(isOther).map((one) => `${name}.${one.name.value}`)
  })
  return new Set(found)
}

const keyOf = ({ coordinate, directive }: Application, argument: string) =>
  `${coordinate}@${directive.name.value}.${argument}`

const defaultOf = (argument?: InputValueDefinitionNode) =>
  argument?.defaultValue && print(argument.defaultValue)

function argumentNamed({ arguments: given = [] }: ConstDirectiveNode, name: string) {
  return given.find((one) => one.name.value === name)
}

function argumentsOf(
  application: Application,
  { arguments: taken = [] }: DirectiveDefinitionNode,
  isShared: IsShared,
): ConstArgumentNode[] {
  return taken.flatMap(({ name, type, defaultValue }): ConstArgumentNode[] => {
    const given = argumentNamed(application.directive, name.value)
    if (given) {
      const value = inForm(given.value, type)
      return [value === given.value ? given : { ...given, value }]
    }
    if (!defaultValue || isShared(application, name.value)) return []
    return [{ kind: Kind.ARGUMENT, name, value: inForm(defaultValue, type) }]
  })
}

/**
 * GraphQL accepts a single value for a list, a string in two forms, and the fields of an input in any order.
 * Most values are the same.
 * @param type undefined inside of an input, whose definition may be in another subgraph
 */
function inForm(value: ConstValueNode, type?: TypeNode): ConstValueNode {
  if (type?.kind === Kind.NON_NULL_TYPE) return inForm(value, type.type)
  if (value.kind === Kind.LIST || (type?.kind === Kind.LIST_TYPE && value.kind !== Kind.NULL)) {
    const given = value.kind === Kind.LIST ? value.values : [value]
    const values = given.map((one) =>
      inForm(one, type?.kind === Kind.LIST_TYPE ? type.type : undefined),
    )
    return value.kind === Kind.LIST && isAlike(values, given) ? value : { kind: Kind.LIST, values }
  }
  if (value.kind === Kind.OBJECT) return withSortedFields(value)
  return value.kind === Kind.STRING && value.block ? { ...value, block: false } : value
}

function withSortedFields(value: ConstObjectValueNode): ConstObjectValueNode {
  const written = value.fields.map((field) => {
    const inside = inForm(field.value)
    return inside === field.value ? field : { ...field, value: inside }
  })
  const fields = written.toSorted((one, other) => (one.name.value < other.name.value ? -1 : 1))
  return isAlike(fields, value.fields) ? value : { ...value, fields }
}

const isAlike = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, index) => one === others[index])
