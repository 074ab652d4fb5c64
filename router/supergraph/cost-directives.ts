// Reads `@cost` and `@listSize` in a supergraph, under the names that its `@link` gives them.
import {
  Kind,
  parse,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type DefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import {
  NO_COST_DIRECTIVES,
  type CostDirectives,
  type ListSize,
  type Path,
} from '#foundation/limits/cost/directives.ts'
import { directiveNameOf, linkedFeatures } from './linked-features.ts'

/**
 * The weights and list sizes of a supergraph; none without a link to the specification.
 * @throws for a weight that is not a number
 */
export function readCostDirectives(supergraphSdl: string): CostDirectives {
  if (!supergraphSdl.includes('specs.apollo.dev/cost/')) return NO_COST_DIRECTIVES
  const document = parse(supergraphSdl, { noLocation: true })
  const feature = linkedFeatures(document).find(({ isApollo, name }) => isApollo && name === 'cost')
  if (!feature) return NO_COST_DIRECTIVES
  const costName = directiveNameOf(feature, 'cost')
  const listSizeName = directiveNameOf(feature, 'listSize')
  const weights = new Map<string, number>()
  const listSizes = new Map<string, ListSize>()
  for (const { coordinate, directives = [] } of document.definitions.flatMap(elementsOf)) {
    const cost = directives.find(({ name }) => name.value === costName)
    if (cost) weights.set(coordinate, weightOf(cost, coordinate))
    const listSize = directives.find(({ name }) => name.value === listSizeName)
    if (listSize) listSizes.set(coordinate, listSizeOf(listSize))
  }
  return { weights, listSizes }
}

interface Element {
  coordinate: string
  directives?: readonly ConstDirectiveNode[] | undefined
}

/** A type or directive with its fields and their arguments, by schema coordinates. */
function elementsOf(node: DefinitionNode): Element[] {
  switch (node.kind) {
    case Kind.DIRECTIVE_DEFINITION:
      return argumentsIn(`@${node.name.value}`, node.arguments)
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return [
        typeElement(node),
        ...(node.fields ?? []).flatMap((field) => fieldElements(node, field)),
      ]
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_DEFINITION:
    case Kind.UNION_TYPE_DEFINITION:
      return [typeElement(node)]
    default:
      return []
  }
}

interface Named {
  name: { value: string }
  directives?: readonly ConstDirectiveNode[] | undefined
}

const typeElement = ({ name, directives }: Named): Element => ({
  coordinate: name.value,
  directives,
})

function fieldElements(
  type: Named,
  field: Named & { arguments?: readonly Named[] | undefined },
): Element[] {
  const coordinate = `${type.name.value}.${field.name.value}`
  return [{ coordinate, directives: field.directives }, ...argumentsIn(coordinate, field.arguments)]
}

function argumentsIn(coordinate: string, args: readonly Named[] = []): Element[] {
  return args.map(({ name, directives }) => ({
    coordinate: `${coordinate}(${name.value}:)`,
    directives,
  }))
}

/** A weight is a string in IBM's specification, and an integer in Apollo's. @throws when it is not a number */
function weightOf(directive: ConstDirectiveNode, coordinate: string): number {
  const { weight } = argumentsOf(directive)
  const number = typeof weight === 'string' && weight.trim() === '' ? NaN : Number(weight)
  if (Number.isFinite(number)) return number
  throw new Error(
    `${coordinate} has @cost(weight: ${JSON.stringify(weight)}), which is not a number.`,
  )
}

function listSizeOf(directive: ConstDirectiveNode): ListSize {
  const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } =
    argumentsOf(directive)
  return {
    assumedSize: typeof assumedSize === 'number' ? assumedSize : undefined,
    slicingArguments: textsOf(slicingArguments).map((path) => path.split('.')),
    sizedFields: textsOf(sizedFields).flatMap(selectedPaths),
    requireOneSlicingArgument: requireOneSlicingArgument !== false,
  }
}

/** The paths in a selection, such as `edges { node }`; most are one name. */
function selectedPaths(selection: string): Path[] {
  const [operation] = parse(`{ ${selection} }`, { noLocation: true }).definitions
  return operation?.kind === Kind.OPERATION_DEFINITION ? pathsIn(operation) : []
}

function pathsIn({ selectionSet }: { selectionSet?: SelectionSetNode | undefined }): string[][] {
  return (selectionSet?.selections ?? []).flatMap((node) => {
    if (node.kind !== Kind.FIELD) return []
    const below = pathsIn(node)
    return below.length === 0
      ? [[node.name.value]]
      : below.map((path) => [node.name.value, ...path])
  })
}

function argumentsOf({ arguments: sent = [] }: ConstDirectiveNode): Record<string, unknown> {
  return Object.fromEntries(sent.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]))
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
