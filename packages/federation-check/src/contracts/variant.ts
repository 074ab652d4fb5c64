// The variant of a graph that a contract describes: its API schema, and what is left out and why.
import {
  isTypeDefinitionNode,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { typesFrom, typesOfInput, typesOfOutput } from '../api/reach.ts'
import { withSchema } from '../graph/compose-tree.ts'
import type { Graph } from '../graph/graph.ts'
import type { Contract, Contracts } from './contract.ts'
import { featuresOf, ownTypes, type Features } from './features.ts'
import { leftOut, taggedTypes, tagsIn, type LeftOut } from './filter.ts'

export interface Variant {
  contract: Contract
  /** The graph, with the API of the variant. The API is undefined where it is not valid. */
  graph: Graph
  leftOut: LeftOut
  /** Types that are hidden because no operation of the variant can reach them. */
  hidden: ReadonlySet<string>
  /** All tags of the whole graph. */
  tags: ReadonlySet<string>
  /** Why the variant has no valid API. */
  errors: readonly string[]
}

export type Variants = ReadonlyMap<string, Variant>

/** A variant for each contract; none for a graph without a supergraph. */
export async function variantsOf(graph: Graph, contracts: Contracts): Promise<Variants> {
  const variants = new Map<string, Variant>()
  if (graph.supergraph === undefined || Object.keys(contracts).length === 0) return variants
  const document = parse(graph.supergraph, { noLocation: true })
  for (const [name, contract] of Object.entries(contracts)) {
    variants.set(name, await variantOf(graph, document, contract))
  }
  return variants
}

async function variantOf(
  graph: Graph,
  document: DocumentNode,
  contract: Contract,
): Promise<Variant> {
  const features = featuresOf(document)
  const types = ownTypes(document, features)
  const found = leftOut(types, features, contract)
  const tags = tagsIn(document, features)
  const { api: _api, schema: _schema, ...whole } = graph
  const variant: Variant = {
    contract,
    graph: whole,
    leftOut: found,
    hidden: new Set(),
    tags,
    errors: [],
  }
  try {
    const schema = await apiOf(masked(document, features, found))
    if (!contract.hideUnreachableTypes) return withApi(variant, printSchema(schema))
    const kept = typesFrom(schema, taggedTypes(types, features, contract))
    const { api, hidden } = withoutUnreachable(schema, kept)
    for (const name of hidden) if (isReachable(graph, name)) found.set(name, 'unreachable')
    return { ...withApi(variant, api), hidden }
  } catch (error) {
    return { ...variant, errors: await messagesOf(error) }
  }
}

function withApi(variant: Variant, api: string): Variant {
  return { ...variant, graph: { ...variant.graph, ...withSchema(`${api}\n`) } }
}

/** The API schema of a supergraph as `@inaccessible` makes it. @throws where it is not valid */
async function apiOf(document: DocumentNode): Promise<GraphQLSchema> {
  const { Supergraph, ROUTER_SUPPORTED_SUPERGRAPH_FEATURES: supportedFeatures } =
    await import('@apollo/federation-internals')
  const api = Supergraph.build(document, { supportedFeatures }).apiSchema()
  return lexicographicSortSchema(api.toGraphQLJSSchema({ includeDefer: false }))
}

/** True for a type that an operation of the whole API can reach. Other types are not hidden by a contract. */
function isReachable({ schema }: Graph, type: string): boolean {
  return Boolean(schema && (typesOfOutput(schema).has(type) || typesOfInput(schema).has(type)))
}

/** The schema without types that neither an operation nor a kept type needs. */
function withoutUnreachable(schema: GraphQLSchema, kept: Set<string>) {
  const { definitions } = parse(printSchema(schema), { noLocation: true })
  const isHidden = (node: DefinitionNode) =>
    isTypeDefinitionNode(node) && !kept.has(node.name.value)
  const hidden = definitions.filter(isTypeDefinitionNode).filter(isHidden)
  const shown = definitions.filter((node) => !isHidden(node))
  return {
    api: print({ kind: Kind.DOCUMENT, definitions: shown }),
    hidden: new Set(hidden.map(({ name }) => name.value)),
  }
}

/** The supergraph with `@inaccessible` on everything that is left out. */
function masked(document: DocumentNode, features: Features, found: LeftOut): DocumentNode {
  const { inaccessible: name = 'inaccessible', isOwn } = features
  const path: string[] = []
  const enter = (node: { name: { value: string }; directives?: readonly ConstDirectiveNode[] }) => {
    path.push(node.name.value)
    if (isOwn(path[0]!) || !found.has(path.join('.'))) return undefined
    const directives = node.directives ?? []
    if (directives.some((one) => one.name.value === name)) return undefined
    return { ...node, directives: [...directives, directiveNamed(name)] }
  }
  const leave = () => void path.pop()
  const visitor = Object.fromEntries(MASKED.map((kind) => [kind, { enter, leave }]))
  return linked(visit(document, { ...visitor, DirectiveDefinition: () => false }), features)
}

const MASKED = [
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
]

function directiveNamed(value: string): ConstDirectiveNode {
  return { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value } }
}

/** Links `@inaccessible` in a supergraph that did not need it before. */
function linked(document: DocumentNode, { inaccessible, link }: Features): DocumentNode {
  if (inaccessible !== undefined) return document
  const { definitions } = parse(
    `schema @${link.name}(${link.argument}: "${INACCESSIBLE}", for: SECURITY) { query: Query }\n${DEFINITION}`,
    { noLocation: true },
  )
  const [schema, definition] = definitions
  const [own] = schema?.kind === Kind.SCHEMA_DEFINITION ? (schema.directives ?? []) : []
  const whole = document.definitions.map((node) =>
    node.kind === Kind.SCHEMA_DEFINITION
      ? { ...node, directives: [...(node.directives ?? []), own!] }
      : node,
  )
  return { ...document, definitions: [...whole, definition!] }
}

const INACCESSIBLE = 'https://specs.apollo.dev/inaccessible/v0.2'
const DEFINITION =
  'directive @inaccessible on FIELD_DEFINITION | OBJECT | INTERFACE | UNION | ARGUMENT_DEFINITION | SCALAR | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION'

/** The federation library throws several errors as one. */
async function messagesOf(error: unknown): Promise<string[]> {
  const { errorCauses } = await import('@apollo/federation-internals')
  const causes = error instanceof Error ? errorCauses(error) : undefined
  return (causes ?? [error]).map((one) =>
    one instanceof Error ? one.message.split('\n')[0]! : String(one),
  )
}
