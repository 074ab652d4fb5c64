// Step 6: is every known operation still valid at its target?
import {
  Kind,
  NoUnusedFragmentsRule,
  print,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql'
import type { Variants } from '../contracts/variant.ts'
import { breaking, findingsOf, safe, unique, type Finding, type Rules } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import { hasOperation, likelyVariants } from '../sources/documents/fragments.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'
import { buildSubgraph } from '../sdl/subgraph-schema.ts'

export const operationRules = {
  'operation-broken': breaking('a known document is no longer valid', 'it selects `title`', {
    why: 'The client that sends it gets an error instead of data.',
    fix: 'Keep the requested fields, or change the document together with its client.',
  }),
  'peer-operation-broken': breaking(
    'a service sends another one an invalid operation',
    '`learn` queries `identity`',
    {
      why: 'The calling service fails.',
      fix: 'Keep the requested fields until the calling service no longer uses them.',
    },
  ),
  'registered-document-withdrawn': breaking(
    'an id that clients send is gone or replaced',
    'a manifest without an older `Quests`',
    {
      why: 'An installed client sends the id alone, and gets an error or other data.',
      fix: 'Keep the document in the manifest until nobody sends its id.',
    },
  ),
  'operation-withdrawn': safe('a frontend document is removed', 'no `dashboard.graphql`'),
} satisfies Rules

const tell = findingsOf('operations', operationRules)

/** Where operations are sent: a graph, and the variants of its API by their contracts. */
interface Target {
  graph: Graph
  variants: Variants
}

/**
 * Validates each operation where it is sent: against the API schema, the variant of its contract or, if it bypasses
 * the router, its subgraph.
 */
export function checkOperations(
  operations: readonly KnownOperation[],
  head: Target,
  base?: Target,
): Finding[] {
  const [problems, before] = [problemsIn(head), base && problemsIn(base)]
  // The client sends one that is valid before the change, if any is.
  const sent = before ? likelyVariants(operations, (one) => before(one).length === 0) : operations
  return unique(sent.flatMap(problems))
}

/** What is wrong with an operation, if anything. */
function problemsIn({ graph, variants }: Target): (operation: KnownOperation) => Finding[] {
  const subgraphs = subgraphSchemas(graph)
  const schemaFor = ({ subgraph, contract }: KnownOperation) => {
    if (subgraph !== undefined) return subgraphs(subgraph)
    return contract === undefined ? graph.schema : variants.get(contract)?.graph.schema
  }
  return (operation) => {
    const schema = schemaFor(operation)
    return schema ? invalidities(schema, operation) : withoutTarget({ graph, variants }, operation)
  }
}

function invalidities(schema: GraphQLSchema, operation: KnownOperation): Finding[] {
  const { document } = operation
  return [
    ...missingRoots(schema, document).map((root) =>
      unusable(operation, `There is no ${root}.`, root),
    ),
    ...validate(schema, document, rulesFor(operation)).map((error) =>
      broken(schema, operation, error),
    ),
  ]
}

/** Nothing where another step reports why there is no schema. */
function withoutTarget({ graph, variants }: Target, operation: KnownOperation): Finding[] {
  const { subgraph, contract } = operation
  if (subgraph !== undefined && graph.subgraphs.length > 0) {
    return [unusable(operation, `There is no subgraph ${subgraph}.`)]
  }
  if (contract === undefined || graph.supergraph === undefined || variants.has(contract)) return []
  return [unusable(operation, `There is no contract ${contract}.`)]
}

/** A file may contain fragments for other files; what is sent as it is may not. */
function rulesFor(operation: KnownOperation) {
  const { id, subgraph } = operation
  const isWhole = id !== undefined || subgraph !== undefined
  if (isWhole && hasOperation(operation)) return specifiedRules
  return specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)
}

/** Root types that a document needs and the schema lacks, which validation does not check. */
function missingRoots(schema: GraphQLSchema, { definitions }: DocumentNode): string[] {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  return operations
    .filter(({ operation }) => !schema.getRootType(operation))
    .map(({ operation }) => `${operation[0]!.toUpperCase()}${operation.slice(1)}`)
}

/**
 * Documents that the base has and the head does not. A registered document is compared by its id,
 * which is all that clients send.
 */
export function checkWithdrawn(
  base: readonly KnownOperation[],
  head: readonly KnownOperation[],
): Finding[] {
  const known = new Set(head.map(keyOf))
  const ids = new Set(head.map(({ id }) => id))
  return base
    .filter((operation) => !known.has(keyOf(operation)))
    .map((operation) => withdrawn(operation, ids.has(operation.id)))
}

/** Formatting alone does not change a document. */
function keyOf(operation: KnownOperation): string {
  const { id, document } = operation
  return id === undefined ? labelOf(operation) : `${id} ${print(document)}`
}

/** @param isReplaced true if the head has the id with another document */
function withdrawn(operation: KnownOperation, isReplaced: boolean): Finding {
  const { client, name, id, owner, file } = operation
  const where = { coordinate: `${client}/${name}`, detail: id?.slice(0, 12) }
  const label = labelOf(operation)
  if (id === undefined) return tell('operation-withdrawn', where, `${label} is removed.`)
  const asked = owner === undefined ? '' : `; ask ${owner} who still sends it`
  const what = isReplaced ? `runs another document for ${id}` : `no longer accepts ${id}`
  return {
    ...tell(
      'registered-document-withdrawn',
      { ...where, at: { file } },
      `${label}: the router ${what}${asked}.`,
    ),
    operation: { client, name, ...(owner !== undefined && { owner }) },
  }
}

/** Messages for operations between services that are not valid at their target. */
export async function checkPeers(problems: () => Promise<readonly string[]>): Promise<Finding[]> {
  const report = (sentence: string) => {
    const where = { coordinate: sentence.split(':')[0]!, detail: namesIn(sentence) }
    return tell('peer-operation-broken', where, sentence)
  }
  try {
    return (await problems()).map(report)
  } catch (error) {
    return [report(`services: ${(error as Error).message}`)]
  }
}

/** A validation message without its suggestion. */
function namesIn(message: string): string | undefined {
  const [problem = ''] = message.split(' Did you mean')
  return [...problem.matchAll(/"([^"]+)"/g)].map(([, name]) => name).join(' ') || undefined
}

function broken(schema: GraphQLSchema, operation: KnownOperation, error: GraphQLError): Finding {
  const [node] = error.nodes ?? []
  const detail = node && coordinateAt(schema, operation.document, node)
  // A fragment may be in another file.
  const file = error.source?.name ?? operation.file
  const line = /\.(graphql|gql)$/.test(file) ? error.locations?.[0]?.line : operation.line
  return unusable({ ...operation, file }, error.message, detail, line)
}

function unusable(
  operation: KnownOperation,
  message: string,
  detail?: string,
  line = operation.line,
): Finding {
  const { client, name, owner, file } = operation
  const where = { coordinate: `${client}/${name}`, detail, at: { file, ...(line && { line }) } }
  const finding = tell('operation-broken', where, `${labelOf(operation)}: ${message}`)
  return { ...finding, operation: { client, name, ...(owner !== undefined && { owner }) } }
}

/** The coordinate that a node of a document refers to; its own text if unknown. */
function coordinateAt(schema: GraphQLSchema, document: DocumentNode, wanted: ASTNode): string {
  const types = new TypeInfo(schema)
  let found: string | undefined
  let field = ''
  const visitor = visitWithTypeInfo(types, {
    enter(node) {
      if (node.kind === Kind.FIELD) {
        field = `${types.getParentType()?.name ?? '?'}.${node.name.value}`
      }
      if (node !== wanted) return
      found = node.kind === Kind.ARGUMENT ? `${field}.${node.name.value}` : field
    },
  })
  visit(document, visitor)
  return found || nameOf(wanted)
}

function nameOf(node: ASTNode): string {
  if (node.kind === Kind.VARIABLE_DEFINITION) return `$${node.variable.name.value}`
  return 'name' in node && node.name ? node.name.value : node.kind
}

/** The schema of a subgraph by its name, built once. */
function subgraphSchemas({ subgraphs }: Graph): (name: string) => GraphQLSchema | undefined {
  const built = new Map<string, GraphQLSchema>()
  return (name) => {
    const subgraph = subgraphs.find((one) => one.name === name)
    if (!subgraph) return undefined
    const schema = built.get(name) ?? buildSubgraph(subgraph.document)
    built.set(name, schema)
    return schema
  }
}
