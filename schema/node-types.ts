// Generates the types of other services that `Query.node` of Identity finds, as references by their ids.
import { Kind, parse, print, type ObjectTypeDefinitionNode } from 'graphql'
import { subgraphSdl } from '#foundation/service/sdl.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

/**
 * The text of Identity's schema.nodes.generated.graphql.
 * @throws for an entity with an id that `nodes` of its subgraph leaves out, or the other way round
 */
export function nodeTypes(subgraphs: readonly AnySubgraph[]): string {
  return subgraphs
    .filter(({ name }) => name !== 'identity')
    .flatMap(typesOf)
    .join('\n')
}

function typesOf(subgraph: AnySubgraph): string[] {
  const { name, nodes = {} } = subgraph
  const entities = new Map(parse(subgraphSdl(subgraph)).definitions.flatMap(entityById))
  const types = Object.values(nodes)
  const missing = types.find((type) => !entities.has(type))
  if (missing !== undefined) {
    throw new Error(`${missing} in nodes of ${name} must be a type with @key(fields: "id").`)
  }
  const unnamed = [...entities.keys()].find((type) => !types.includes(type))
  if (unnamed !== undefined) {
    throw new Error(`nodes of ${name} must name the prefix of the ids of ${unnamed}.`)
  }
  return types.map((type) => referenceTo(entities.get(type)!))
}

/** Not of people, whom Identity owns. */
function entityById(node: { kind: Kind }): [type: string, node: ObjectTypeDefinitionNode][] {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return []
  const type = node as ObjectTypeDefinitionNode
  const keys = (type.directives ?? []).map((directive) => print(directive))
  return keys.includes('@key(fields: "id")') && type.name.value !== 'Identity'
    ? [[type.name.value, type]]
    : []
}

/** Described as its owner does, so that composition sees one description. */
function referenceTo({ description, fields, name: { value: type } }: ObjectTypeDefinitionNode) {
  const id = fields!.find(({ name }) => name.value === 'id')!
  const lines = [
    ...(description ? [print(description)] : []),
    `type ${type} implements Node @key(fields: "id", resolvable: false) {`,
    ...print(id)
      .split('\n')
      .map((line) => `  ${line}`),
    '}\n',
  ]
  return lines.join('\n')
}
