// A GraphQL document → a function that runs it: parsed, checked and compiled once, then remembered.
import { createRequire } from 'node:module'
import {
  coerceInputValue,
  execute,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  GraphQLScalarType,
  GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  OperationTypeNode,
  parse,
  separateOperations,
  typeFromAST,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type InlineFragmentNode,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type SourceLocation,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { JitRuntime } from 'graphql-jit/dist/runtime.js'
import { LRUCache } from 'lru-cache'
import { invalidInput, type Issue } from '#foundation/errors.ts'

/** How operations run: compiled by graphql-jit, or interpreted by graphql-js. Both answer the same. */
export type Execution = 'compiled' | 'interpreted'
export type Variables = Record<string, unknown>

export interface Operation {
  /** The parsed operation, for whoever needs its root fields. */
  readonly node: OperationDefinitionNode
  /** The operation with the fragments it uses, and nothing else. */
  readonly document: DocumentNode
  /**
   * Runs it. Never throws: what goes wrong is in `errors`. Variables that do not fit are one error
   * whose extensions are those of `invalidInput`, without `data`.
   */
  execute(context: unknown, variables?: Variables): Promise<ExecutionResult>
}

export interface PrepareOptions {
  /** Needed where the document holds several operations. */
  operationName?: string | undefined
  /** The document has been validated by whoever hands it over. */
  trusted?: boolean
}

export interface OperationCache {
  /**
   * Parses and validates a document once, and remembers it by its text or by its node.
   * @throws GraphQLError when it does not parse, has no such operation, or asks for what is not
   * served (subscriptions, `@defer`, `@stream`); AggregateError of GraphQLErrors when it is invalid.
   */
  prepare(source: string | DocumentNode, options?: PrepareOptions): Operation
}

interface KnownDocument {
  valid: boolean
  operations: Map<string | undefined, Operation>
}

/** A cache of operations on one schema that holds the `size` texts used last. */
export function createOperationCache(
  schema: GraphQLSchema,
  { execution, size = 1000 }: { execution: Execution; size?: number },
): OperationCache {
  const compile = execution === 'compiled' ? createCompiler(schema) : undefined
  const texts = new LRUCache<string, DocumentNode>({ max: size })
  const documents = new WeakMap<DocumentNode, KnownDocument>()

  return {
    prepare(source, { operationName, trusted = false } = {}) {
      const document = typeof source === 'string' ? (texts.get(source) ?? parse(source)) : source
      const known = documents.get(document) ?? { valid: false, operations: new Map() }
      if (!trusted && !known.valid) {
        assertValid(schema, document)
        known.valid = true
      }
      const operation =
        known.operations.get(operationName) ??
        createOperation(schema, document, operationName, compile)
      known.operations.set(operationName, operation)
      documents.set(document, known)
      if (typeof source === 'string') texts.set(source, document)
      return operation
    },
  }
}

function assertValid(schema: GraphQLSchema, document: DocumentNode): void {
  const errors = validate(schema, document)
  if (errors.length === 0) return
  throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
}

function createOperation(
  schema: GraphQLSchema,
  whole: DocumentNode,
  operationName: string | undefined,
  compile: Compiler | undefined,
): Operation {
  const node = findOperation(whole, operationName)
  const document = separateOperations(whole)[node.name?.value ?? '']!
  refuseUnserved(node, document)
  let runs = 0
  let compiled: CompiledOperation | undefined

  return {
    node,
    document,
    async execute(contextValue, variableValues = {}) {
      try {
        const coerced = coerceVariables(schema, node, variableValues)
        runs += 1
        // Compiling costs what some twenty runs do: a document that is sent once is not worth it.
        if (runs === 2) compiled = compile?.(node, document)
        const result = compiled?.(contextValue, coerced)
        return await (result ?? execute({ schema, document, contextValue, variableValues }))
      } catch (error) {
        return { errors: [locatedError(error, undefined)] }
      }
    },
  }
}

function findOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const node = getOperationAST(document, name)
  if (node) return node
  if (name !== undefined) throw new GraphQLError(`Unknown operation named "${name}".`)
  throw new GraphQLError('The document must hold one operation, or the request must name one.')
}

function refuseUnserved(node: OperationDefinitionNode, document: DocumentNode): void {
  if (node.operation === OperationTypeNode.SUBSCRIPTION) {
    throw new GraphQLError('Subscriptions are not served.', { nodes: node })
  }
  visit(document, {
    Directive(directive) {
      if (!['defer', 'stream'].includes(directive.name.value)) return
      throw new GraphQLError(`@${directive.name.value} is not served.`, { nodes: directive })
    },
  })
}

const MOST_ISSUES = 20

/**
 * The values of an operation's variables, coerced by the specification (section 6.1.2).
 * @throws VALIDATION_ERROR that names every field and rule. The fields of an input object in a
 * variable called `input` go by their own names; other places by variable and path (`tags.0`).
 */
export function coerceVariables(
  schema: GraphQLSchema,
  node: OperationDefinitionNode,
  inputs: Variables,
): Variables {
  const definitions = node.variableDefinitions ?? []
  const { coerced, errors } = getVariableValues(schema, definitions, inputs, { maxErrors: 1 })
  if (!errors) return coerced
  const issues = definitions.flatMap((definition) => findIssues(schema, definition, inputs))
  const [first, ...rest] = issues.slice(0, MOST_ISSUES)
  throw first ? invalidInput([first, ...rest]) : errors[0]!
}

function findIssues(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  inputs: Variables,
): Issue[] {
  const name = variable.name.value
  // The overloads of typeFromAST know the kinds of type nodes one by one only.
  const type = typeFromAST(schema, typeNode as never) as GraphQLInputType | undefined
  if (!isInputType(type)) return [{ field: name, reason: 'is not of a type that can be sent' }]
  if (!Object.hasOwn(inputs, name)) {
    return isNonNullType(type) && !defaultValue ? [{ field: name, reason: 'is required' }] : []
  }
  const base = name === 'input' && isInputObjectType(getNullableType(type)) ? [] : [name]
  const issues: Issue[] = []
  const report = (path: readonly (string | number)[], value: unknown, error: GraphQLError) => {
    if (issues.length === MOST_ISSUES) return
    const [culprit, reason] = explain(typeAt(type, path), value, error.message)
    const field = [...base, ...path, ...culprit].join('.') || name
    issues.push({ field, reason })
  }
  coerceInputValue(inputs[name], type, report, true)
  return issues
}

/** The named type at a path into a value; the items of a list are of the type of the list. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLNamedType {
  return path.reduce<GraphQLNamedType>((parent, key) => {
    if (!isInputObjectType(parent)) return parent
    return getNamedType(parent.getFields()[key]?.type) ?? parent
  }, getNamedType(type))
}

/** What is wrong with a value, in words for whoever sends it, and the field below it that is meant. */
function explain(type: GraphQLNamedType, value: unknown, message: string): [string[], string] {
  if (value == null) return [[], 'must not be null']
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name)
    return [[], `must be one of ${names.join(', ')}`]
  }
  if (!isInputObjectType(type)) return [[], rule(type, value)]
  if (typeof value !== 'object' || Array.isArray(value)) return [[], 'must be an object']
  // graphql-js reports these two at the object and names the field in the message alone.
  const missing = /^Field "(.*)" of required type "/s.exec(message)?.[1]
  if (missing !== undefined) return [[missing], 'is required']
  const unknown = /^Field "(.*)" is not defined by type "/s.exec(message)?.[1]
  if (unknown !== undefined) return [[unknown], 'is not a known field']
  return [[], 'must have exactly one field']
}

const RULES: Record<string, string> = {
  ID: 'must be a string',
  String: 'must be a string',
  Int: 'must be an integer',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTimeISO: 'must be a date and time such as 2026-11-20T09:30:00.000Z',
  JSONObject: 'must be an object',
}

function rule({ name }: GraphQLNamedType, value: unknown): string {
  if (name === 'Int' && Number.isInteger(value)) return 'must be between -2147483648 and 2147483647'
  return RULES[name] ?? `must be a valid ${name}`
}

// What follows makes graphql-jit 0.8.9 answer as graphql-js does. It writes a document out as source
// code, and a string literal can break out of that code: its marker for dates is found in any text.
// So it gets to see no literal: every argument becomes a variable, which graphql-js coerces.

/** Undefined: graphql-js has to run it. */
type Compiler = (
  operation: OperationDefinitionNode,
  document: DocumentNode,
) => CompiledOperation | undefined

/** Undefined: graphql-js has to run it this time. */
type CompiledOperation = (
  context: unknown,
  variables: Variables,
) => Promise<ExecutionResult> | undefined

/** The type of every variable of a compiled operation: what comes in has been coerced already. */
const Coerced = new GraphQLScalarType({ name: '_Coerced' })

/** Fields that all compiled operations of a schema may hold together, at some 2 kB each. */
const MOST_COMPILED_FIELDS = 30_000

function createCompiler(schema: GraphQLSchema): Compiler {
  const config = schema.toConfig()
  const widened = new GraphQLSchema({ ...config, types: [...config.types, Coerced] })
  const known = new LRUCache<DocumentNode, { run: CompiledOperation | undefined; size: number }>({
    maxSize: MOST_COMPILED_FIELDS,
    sizeCalculation: ({ size }) => size,
  })
  return (operation, document) => {
    const entry = known.get(document)
    if (entry) return entry.run
    const layout = createLayout(schema, operation, document)
    const size = isMistaken(layout) ? undefined : compiledSize(layout)
    const run = size === undefined ? undefined : compileOperation(widened, layout)
    known.set(document, { run, size: size ?? 1 })
    return run
  }
}

function compileOperation(widened: GraphQLSchema, layout: Layout): CompiledOperation | undefined {
  const { schema, operation, fragments, fields } = layout
  const compiled = compileQuery(widened, layout.lifted, undefined, {
    disablingCapturingStackErrors: true,
    resolverInfoEnricher: ({ fieldNodes }) => ({
      schema,
      operation,
      fragments,
      fieldNodes: fieldNodes.map((node) => (node as LiftedNode).original),
    }),
  })
  if (!isCompiledQuery(compiled)) return undefined
  return (context, variables) => {
    const values = coerceArguments(fields, variables)
    return values && locateErrors(compiled.query(undefined, context, values), layout)
  }
}

/** What is known about an operation before it is compiled. */
interface Layout {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  document: DocumentNode
  fragments: Record<string, FragmentDefinitionNode>
  /** The fields that take arguments. */
  fields: LiftedField[]
  /** What each field of the document returns. */
  types: Map<FieldNode, GraphQLOutputType>
  /** The document with a variable for every argument its fields can have. */
  lifted: DocumentNode
}

/** A field that takes arguments; `prefix` and the name of an argument make the name of its variable. */
interface LiftedField {
  node: FieldNode
  definition: GraphQLField<unknown, unknown>
  prefix: string
}

/** A field with variables for arguments, and the field of the document that it stands for. */
interface LiftedNode extends FieldNode {
  original: FieldNode
}

function createLayout(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: DocumentNode,
): Layout {
  const fields: LiftedField[] = []
  const types: Layout['types'] = new Map()
  const typeInfo = new TypeInfo(schema)
  const lift = (node: FieldNode): LiftedNode => {
    const definition = typeInfo.getFieldDef()
    if (!definition) return { ...node, original: node }
    types.set(node, definition.type)
    // A name that no variable of a caller can have.
    const prefix = `$${types.size}`
    if (definition.args.length > 0) fields.push({ node, definition, prefix })
    const lifted = definition.args.map(({ name }) => argumentNode(name, prefix + name))
    return { ...node, arguments: lifted, original: node }
  }
  const lifted = visit(document, visitWithTypeInfo(typeInfo, { Field: lift }))
  return {
    ...{ schema, operation, document, fragments: fragmentsOf(document), fields, types },
    lifted: declareVariables(lifted, operation, fields),
  }
}

function fragmentsOf({ definitions }: DocumentNode): Layout['fragments'] {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** Declares the caller's variables and those of the arguments, all of them as coerced already. */
function declareVariables(
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  fields: readonly LiftedField[],
): DocumentNode {
  const own = variableDefinitions.map(({ variable }) => variable.name.value)
  const lifted = fields.flatMap(({ definition, prefix }) =>
    definition.args.map(({ name }) => prefix + name),
  )
  const declared = [...own, ...lifted].map(variableDefinition)
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? { ...node, variableDefinitions: declared } : node,
  )
  return { ...document, definitions }
}

function argumentNode(name: string, variable: string): ArgumentNode {
  return { kind: Kind.ARGUMENT, name: nameNode(name), value: variableNode(variable) }
}

function variableDefinition(name: string): VariableDefinitionNode {
  const type = { kind: Kind.NAMED_TYPE, name: nameNode(Coerced.name) } as const
  return { kind: Kind.VARIABLE_DEFINITION, variable: variableNode(name), type }
}

function variableNode(name: string): VariableNode {
  return { kind: Kind.VARIABLE, name: nameNode(name) }
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value }
}

/** The variables of a compiled operation; undefined when an argument does not fit its field. */
function coerceArguments(fields: readonly LiftedField[], own: Variables): Variables | undefined {
  const variables = { ...own }
  try {
    for (const { definition, node, prefix } of fields) {
      const args = getArgumentValues(definition, node, own)
      for (const [name, value] of Object.entries(args)) variables[prefix + name] = value
    }
    return variables
  } catch {
    return undefined
  }
}

/**
 * graphql-jit lets a condition on one use of a fragment leak into its other uses, mixes up the `info`
 * of the field at `a.b` with that of an alias `b_a`, and goes on with the next field of a mutation
 * after the failure of one has made `data` null.
 */
function isMistaken({ operation, document, fragments }: Layout): boolean {
  const [root, ...others] = operation.selectionSet.selections
  const single = root?.kind === Kind.FIELD && others.length === 0
  let mistaken = operation.operation === OperationTypeNode.MUTATION && !single
  visit(document, {
    Directive({ name }) {
      mistaken ||= name.value === 'skip' || name.value === 'include'
    },
    Field({ alias, name }) {
      mistaken ||= /[^_]_/.test((alias ?? name).value)
    },
    FragmentSpread({ name }) {
      mistaken ||= !Object.hasOwn(fragments, name.value)
    },
  })
  return mistaken
}

/** Fields written out, and selections walked through, beyond which compiling takes too long. */
const MOST_COPIES = 400
const MOST_STEPS = 4000

/**
 * How many fields graphql-jit writes out; undefined when it would not cope. It writes a field for
 * every use of its fragment and every possible type of each abstract parent, so that depth
 * multiplies, and it walks through every use of a fragment even where its type cannot occur.
 */
function compiledSize({ schema, operation, fragments, types }: Layout): number | undefined {
  let copies = 0
  let steps = 0
  const walk = (node: SelectionSetNode | undefined, parent: GraphQLObjectType | undefined) => {
    for (const selection of node?.selections ?? []) {
      if (parent) copies += 1
      if (++steps > MOST_STEPS || copies > MOST_COPIES) return
      if (selection.kind === Kind.FIELD) {
        const below = parent && objectTypes(schema, getNamedType(types.get(selection)))
        for (const type of below ?? [undefined]) walk(selection.selectionSet, type)
      } else {
        const { typeCondition, selectionSet } = fragmentOf(selection, fragments)
        const type = typeCondition ? schema.getType(typeCondition.name.value) : parent
        walk(
          selectionSet,
          objectTypes(schema, type).find((possible) => possible === parent),
        )
      }
    }
  }
  walk(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined)
  return steps > MOST_STEPS || copies > MOST_COPIES ? undefined : copies
}

function objectTypes(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return isObjectType(type) ? [type] : []
}

type FragmentNode = InlineFragmentNode | FragmentDefinitionNode

function fragmentOf(
  node: InlineFragmentNode | FragmentSpreadNode,
  fragments: Layout['fragments'],
): FragmentNode {
  return node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value]!
}

type Path = readonly (string | number)[]

/**
 * Gives errors the form and the order that graphql-js gives them, the order of the document, and
 * leaves out those below a place that another made null already.
 */
async function locateErrors(
  answer: Promise<ExecutionResult> | ExecutionResult,
  layout: Layout,
): Promise<ExecutionResult> {
  const result = await answer
  if (!result.errors) return result
  const found = result.errors.map((error) => ({ error, ...followPath(error.path ?? [], layout) }))
  const nulled = new Set<string>()
  const errors = found.toSorted(byRank).flatMap(({ error, fields, place }) => {
    const places = [[], ...place.map((_, index) => place.slice(0, index + 1))].map(String)
    if (places.some((above) => nulled.has(above))) return []
    nulled.add(String(place))
    const nodes = fields.filter((node) => startsAt(node, error.locations ?? []))
    return [locatedError(error.originalError ?? new Error(error.message), nodes, error.path)]
  })
  return { ...result, errors }
}

function byRank(a: { rank: number[] }, b: { rank: number[] }): number {
  const index = a.rank.findIndex((rank, level) => rank !== b.rank[level])
  return index === -1 ? 0 : a.rank[index]! - (b.rank[index] ?? 0)
}

function startsAt({ loc }: FieldNode, locations: readonly SourceLocation[]): boolean {
  const { line, column } = loc?.startToken ?? {}
  return locations.some((location) => location.line === line && location.column === column)
}

/**
 * What is at a response path: the fields of the document, their rank in it level by level, and the
 * place that an error there makes null.
 */
function followPath(path: Path, { operation, fragments, types }: Layout) {
  let fields: FieldNode[] = []
  let sets = [operation.selectionSet]
  let type: GraphQLOutputType | undefined
  let place: Path = []
  const rank: number[] = []
  for (const [index, key] of path.entries()) {
    if (typeof key === 'number') {
      const list = isNonNullType(type) ? type.ofType : type
      type = isListType(list) ? list.ofType : undefined
      rank.push(key)
    } else {
      const all = fieldsIn(sets, fragments)
      fields = all.filter(({ alias, name }) => (alias ?? name).value === key)
      sets = fields.flatMap(({ selectionSet }) => selectionSet ?? [])
      type = fields[0] && types.get(fields[0])
      rank.push(all.findIndex((field) => field === fields[0]))
    }
    if (!isNonNullType(type)) place = path.slice(0, index + 1)
  }
  return { fields, place, rank }
}

/** The fields of selection sets, those of fragments among them, each once. */
function fieldsIn(
  sets: readonly SelectionSetNode[],
  fragments: Layout['fragments'],
  seen = new Set<FragmentNode>(),
): FieldNode[] {
  const selections = sets.flatMap((set) => set.selections)
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const fragment = fragmentOf(selection, fragments)
    if (seen.has(fragment)) return []
    return fieldsIn([fragment.selectionSet], fragments, seen.add(fragment))
  })
}

/** What graphql-jit calls when a resolver, or an item of a list, has an outcome. */
type Settle = JitRuntime['handleResolverResult']

// By require, because that is the copy which compileQuery uses.
const { jitRuntime } = createRequire(import.meta.url)('graphql-jit/dist/runtime') as {
  jitRuntime: JitRuntime
}

/**
 * In graphql-jit, an error while a value is completed (a `resolveType` that throws) escapes: the
 * answer never comes, or the process ends. Here it is the error of the field, as in graphql-js.
 */
const settle: Settle = (execution, outcome, onSuccess, onError) => {
  const complete = (value: unknown) => {
    try {
      onSuccess(value)
    } catch (error) {
      onError(error)
      onSuccess(null)
    }
  }
  if (!jitRuntime.isPromise(outcome)) return complete(outcome)
  const settled = () => {
    execution.promiseCounter -= 1
    if (execution.promiseCounter === 0) execution.resolve?.(execution)
  }
  execution.promiseCounter += 1
  void Promise.resolve(outcome).then(complete, onError).then(settled)
}

/** graphql-jit puts a rejected item at the end of the list as it is by then. An Error keeps its place. */
const settleItem: Settle = (execution, item, onSuccess) =>
  settle(execution, item, onSuccess, (error) => onSuccess(locatedError(error, undefined)))

Object.assign(jitRuntime, { handleResolverResult: settle, handleListItemResult: settleItem })
