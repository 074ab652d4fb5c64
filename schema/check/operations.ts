// Step 6: is every known operation still valid where it is sent?
import {
  buildASTSchema,
  Kind,
  NoUnusedFragmentsRule,
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
import { breaking, findingsOf, safe, unique, type Finding, type Rules } from './finding.ts'
import type { Graph } from './graph.ts'
import { typesIn } from './sdl.ts'
import { labelOf, type KnownOperation } from './sources/known-operations.ts'

export const operationRules = {
  'operation-broken': breaking('a known document is not valid any more', 'it asks for `title`'),
  'peer-operation-broken': breaking('one service cannot ask another', '`learn` asks `identity`'),
  'registered-document-withdrawn': breaking(
    'the router refuses an id that clients still send',
    'a manifest without an older `Quests`',
  ),
  'operation-withdrawn': safe('a frontend gives a document up', 'no `dashboard.graphql`'),
} satisfies Rules

const tell = findingsOf('operations', operationRules)

/** Validates each operation: against the API schema, or, where it is sent past the router, its subgraph. */
export function checkOperations(head: Graph, operations: readonly KnownOperation[]): Finding[] {
  const schemas = subgraphSchemas(head)
  return unique(
    operations.flatMap((operation) => {
      const { subgraph, document } = operation
      const schema = subgraph === undefined ? head.schema : schemas(subgraph)
      if (!schema) return subgraph && head.subgraphs.length > 0 ? [unanswered(operation)] : []
      return [
        ...missingRoots(schema, document).map((root) =>
          unusable(operation, `There is no ${root}.`, root),
        ),
        ...validate(schema, document, rulesFor(operation)).map((error) =>
          broken(schema, operation, error),
        ),
      ]
    }),
  )
}

/** A frontend's fragments may be there for its other files; what is registered is sent as it stands. */
function rulesFor({ id, subgraph }: KnownOperation) {
  if (id !== undefined || subgraph !== undefined) return specifiedRules
  return specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)
}

/** Kinds of operation that a document has and the schema has not, which validation does not ask about. */
function missingRoots(schema: GraphQLSchema, { definitions }: DocumentNode): string[] {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  return operations
    .filter(({ operation }) => !schema.getRootType(operation))
    .map(({ operation }) => `${operation[0]!.toUpperCase()}${operation.slice(1)}`)
}

/** Documents that the base knows and the head does not: a registered one by its id, which is all that is sent. */
export function checkWithdrawn(
  base: readonly KnownOperation[],
  head: readonly KnownOperation[],
): Finding[] {
  const known = new Set(head.map(keyOf))
  return base.filter((operation) => !known.has(keyOf(operation))).map(withdrawn)
}

function keyOf(operation: KnownOperation): string {
  return operation.id ?? labelOf(operation)
}

function withdrawn(operation: KnownOperation): Finding {
  const { client, name, id, owner, file } = operation
  const where = { coordinate: `${client}/${name}`, detail: id?.slice(0, 12) }
  const label = labelOf(operation)
  if (id === undefined) return tell('operation-withdrawn', where, `${label} is not known any more.`)
  const message = `${label}: the router refuses ${id} now; ask ${owner} who still sends it.`
  return {
    ...tell('registered-document-withdrawn', { ...where, at: { file } }, message),
    operation: { client, name, owner },
  }
}

/** Operations that a service sends to another and that are not valid there, as sentences. */
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

/** What a message of validation speaks of, without what it suggests instead. */
function namesIn(message: string): string | undefined {
  const [problem = ''] = message.split(' Did you mean')
  return [...problem.matchAll(/"([^"]+)"/g)].map(([, name]) => name).join(' ') || undefined
}

function broken(schema: GraphQLSchema, operation: KnownOperation, error: GraphQLError): Finding {
  const [node] = error.nodes ?? []
  const detail = node && coordinateAt(schema, operation.document, node)
  // A fragment may stand in another file.
  const file = error.source?.name ?? operation.file
  const line = /\.(graphql|gql)$/.test(file) ? error.locations?.[0]?.line : undefined
  return unusable({ ...operation, file }, error.message, detail, line)
}

function unanswered(operation: KnownOperation): Finding {
  return unusable(operation, `There is no subgraph ${operation.subgraph} to answer it.`)
}

function unusable(
  operation: KnownOperation,
  message: string,
  detail?: string,
  line?: number,
): Finding {
  const { client, name, owner, file } = operation
  const where = { coordinate: `${client}/${name}`, detail, at: { file, ...(line && { line }) } }
  const finding = tell('operation-broken', where, `${labelOf(operation)}: ${message}`)
  return { ...finding, operation: { client, name, ...(owner !== undefined && { owner }) } }
}

/** The coordinate that a node of a document speaks of; its own text where that is not known. */
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

/** A subgraph's own schema, as its service serves it: federation directives mean nothing there. */
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

/** `extend type Query` stands alone in a subgraph; graphql-js wants a definition first. */
function buildSubgraph(document: DocumentNode): GraphQLSchema {
  const definitions = [...typesIn(document).values()].map(({ node, fields }) => {
    const kind = node.kind.replace('Extension', 'Definition')
    return { ...node, kind, ...('fields' in node && { fields: [...fields.values()] }) }
  })
  const whole = { kind: Kind.DOCUMENT, definitions } as unknown as DocumentNode
  return buildASTSchema(whole, { assumeValidSDL: true, assumeValid: true })
}
