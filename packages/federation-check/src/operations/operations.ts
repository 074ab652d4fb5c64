// Step 6: checks that every known operation is still valid at its target.
import {
  Kind,
  NoUnusedFragmentsRule,
  specifiedRules,
  validate,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql'
import type { Variants } from '../contracts/variant.ts'
import { unique, type Finding } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import { memoized } from '../memo.ts'
import { buildSubgraph } from '../sdl/subgraph-schema.ts'
import { librariesWith } from '../sources/documents/client/libraries.ts'
import { hasOperation, likelyVariants } from '../sources/documents/fragments.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'
import type { Text } from '../sources/files.ts'
import type { IncrementalDirective } from '../sources/layout/layout.ts'
import { withExtensions, withIncremental } from './client-schema.ts'
import { withKept } from './kept-faults.ts'
import { coordinatesIn } from './node-coordinates.ts'
import { tell } from './rules.ts'

/** The target of operations: a graph, and the variants of its API by their contracts. */
interface Target {
  graph: Graph
  variants: Variants
  /** The incremental delivery that the router serves. */
  incrementalDelivery?: readonly IncrementalDirective[] | undefined
}

/** The base, with the operations that were sent to it. */
interface Before extends Target {
  operations: readonly KnownOperation[]
}

/**
 * Validates each operation where it is sent: against the API schema, the variant of its contract or, if it bypasses
 * the router, its subgraph. A problem that the operation had in the base is a note.
 */
export function checkOperations(
  operations: readonly KnownOperation[],
  head: Target,
  base?: Before,
): Finding[] {
  if (!base) return unique(operations.flatMap(problemsIn(head)))
  const [before, after] = [problemsIn(base), problemsIn(head)]
  // Of several variants of a document, the client sends one that is valid before the change, if there is one.
  const validated = (all: readonly KnownOperation[], problemsOf: typeof before) =>
    likelyVariants(all, (one) => before(one).length === 0).map((operation) => ({
      operation,
      problems: problemsOf(operation),
    }))
  const found = validated(operations, after)
  if (found.every(({ problems }) => problems.length === 0)) return []
  // A new problem may have the id of an old one, if it is in the same place.
  return unique(withKept(found, validated(base.operations, before)))
}

const NONE: readonly Text[] = []

/** Returns a function that finds the problems of an operation. */
function problemsIn(target: Target): (operation: KnownOperation) => Finding[] {
  const { graph, variants, incrementalDelivery = [] } = target
  const subgraphs = subgraphSchemas(graph)
  const served = memoized((schema: GraphQLSchema) => withIncremental(schema, incrementalDelivery))
  const extended = memoized((extensions: readonly Text[]) =>
    memoized((schema: GraphQLSchema) => withExtensions(schema, extensions)),
  )
  const schemaFor = ({ subgraph, contract, extensions = NONE }: KnownOperation) => {
    if (subgraph !== undefined) return subgraphs(subgraph)
    const schema = contract === undefined ? graph.schema : variants.get(contract)?.graph.schema
    return schema && extended(extensions)(served(schema))
  }
  return (operation) => {
    const schema = schemaFor(operation)
    return schema ? invalidities(schema, operation) : withoutTarget(target, operation)
  }
}

/** The maximum number of errors of one document. A file may use an unknown directive on each of its fields. */
const MAX_ERRORS = 10_000

function invalidities(schema: GraphQLSchema, operation: KnownOperation): Finding[] {
  const { document } = operation
  const missing = missingRoots(schema, document).map((root) =>
    unusable(operation, `There is no ${root}.`, root),
  )
  const errors = validate(schema, document, rulesFor(operation), { maxErrors: MAX_ERRORS })
  if (errors.length === 0) return missing
  const coordinateOf = coordinatesIn(schema, document)
  return [...missing, ...errors.map((error) => broken(operation, error, coordinateOf))]
}

/** Reports an operation without a target; nothing where another step reports why there is no schema. */
function withoutTarget({ graph, variants }: Target, operation: KnownOperation): Finding[] {
  const { subgraph, contract } = operation
  if (subgraph !== undefined && graph.subgraphs.length > 0) {
    return [unusable(operation, `There is no subgraph ${subgraph}.`)]
  }
  if (contract === undefined || graph.supergraph === undefined || variants.has(contract)) return []
  return [unusable(operation, `There is no contract ${contract}.`)]
}

/**
 * The validation rules for an operation. A file may contain fragments for other files; a document
 * that is sent unchanged must not.
 */
function rulesFor(operation: KnownOperation) {
  const { id, subgraph } = operation
  const isWhole = id !== undefined || subgraph !== undefined
  if (isWhole && hasOperation(operation)) return specifiedRules
  return specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)
}

/** The root types that a document needs and the schema lacks. Validation does not check them. */
function missingRoots(schema: GraphQLSchema, { definitions }: DocumentNode): string[] {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  return operations
    .filter(({ operation }) => !schema.getRootType(operation))
    .map(({ operation }) => `${operation[0]!.toUpperCase()}${operation.slice(1)}`)
}

/** Reports operations between services that are not valid at their target. */
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

/** The names in a validation message, without its suggestion. */
function namesIn(message: string): string | undefined {
  const [problem = ''] = message.split(' Did you mean')
  return [...problem.matchAll(/"([^"]+)"/g)].map(([, name]) => name).join(' ') || undefined
}

function broken(
  operation: KnownOperation,
  error: GraphQLError,
  coordinateOf: (node: ASTNode) => string,
): Finding {
  const [node] = error.nodes ?? []
  const detail = node && coordinateOf(node)
  if (operation.id !== undefined) return unusable(operation, error.message, detail)
  const message = `${error.message}${adviceOn(error.message, operation)}`
  // A fragment may come from another file.
  const file = error.source?.name ?? operation.file
  const line = /\.(graphql|gql)$/.test(file) ? error.locations?.[0]?.line : operation.line
  return unusable({ ...operation, file }, message, detail, line)
}

/**
 * Advice on an unknown directive: how the configuration can say that it is the client's, or that
 * the router serves it.
 */
function adviceOn(message: string, { directives = [] }: KnownOperation): string {
  const [, name] = /^Unknown directive "@(\w+)"\.$/.exec(message) ?? []
  if (name === 'defer' || name === 'stream') {
    return ` If the router serves it, set "incrementalDelivery": ["@${name}"].`
  }
  const [library] = name === undefined ? [] : librariesWith(name)
  if (library === undefined || directives.includes(library)) return ''
  return ` If the client removes it, as ${library} does, set "directives": ["${library}"] for its documents.`
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
