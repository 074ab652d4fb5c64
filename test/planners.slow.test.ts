// The engines of the router give equal results over the real services: demo data, of which some is hidden, retired or
// withdrawn, for several viewers.
import { readdirSync, readFileSync } from 'node:fs'
import { assert, asyncProperty, pre } from 'fast-check'
import {
  buildASTSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  parseType,
  printSchema,
  typeFromAST,
  validate,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type NonNullTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#foundation/auth/caller.ts'
import { stableId } from '#foundation/domain/ids.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { ExecutableSchema } from '#foundation/graphql/executable-schema.ts'
import { formatError } from '#foundation/graphql/errors.ts'
import type { Service } from '#foundation/service/service.ts'
import { callerOf, testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { startDemoServices } from '#test/demo.ts'
import {
  decisions,
  inputValue,
  randomOperation,
  type RandomOptions,
} from '#test/random-operation.ts'
import { retireSome, type Ask } from './retired-data.ts'
import { readClients } from '../router/clients.ts'
import { createGateway, type Gateway } from '../router/gateway.ts'
import { inProcessSubgraph } from '../router/in-process.ts'
import { readSupergraph } from '../router/supergraph/committed-source.ts'

/** Other operations in each run. */
const RUNS = Number(process.env.RANDOM_OPERATIONS ?? 300)
/** In a tier, finding a smaller operation that fails would take longer than a test may. */
const IS_SHRUNK = process.env.RANDOM_OPERATIONS !== undefined
const ENGINES = ['native', 'worker', 'apollo'] as const
type Engine = (typeof ENGINES)[number]
/** Those that Apollo's gateway does not execute. */
const OWN_ENGINES: readonly Engine[] = ['native', 'worker']
const person = (name: string) => stableId('identity', name)
const VIEWERS = {
  nobody: callerOf(),
  alan: callerOf({ as: { id: person('alan') } }),
  grace: callerOf({ as: { id: person('grace') } }),
  administrator: callerOf({
    as: { id: person('ada') },
    scopes: ['identity', 'credentials', 'wallet', 'admin'],
  }),
}
const viewers = Object.entries<Caller>(VIEWERS)

let database: TestDatabase
let services: ReadonlyMap<string, Service>
const gateways = new Map<Engine, Gateway>()
let values: RandomOptions['values']

beforeAll(async () => {
  database = await cloneDatabase()
  services = await startDemoServices(database.url)
  for (const engine of ENGINES) {
    const connect = ({ name }: { name: string }) => inProcessSubgraph(() => services.get(name)!)
    const supergraph = readSupergraph()
    const options = {
      supergraph,
      authorizedBy: 'subgraphs',
      connect,
      log: testLog,
      engine,
    } as const
    gateways.set(engine, await createGateway(options))
  }
  values = valuesOf(await retireSome(ask))
})
afterAll(async () => {
  await Promise.all([...gateways.values()].map((gateway) => gateway.close()))
  await Promise.all([...services.values()].map((service) => service.stop()))
  await database.drop()
})

interface Sent {
  source: string
  variables?: Record<string, unknown>
  caller: Caller
}

async function run(
  { schema, execute }: ExecutableSchema,
  { source, variables = {}, caller }: Sent,
) {
  const document = parse(source)
  const [error] = validate(schema, document)
  if (error) throw error
  const operation = getOperationAST(document)!
  return execute({ document, operation, variables, context: { caller } as GraphQLContext })
}

/** A result as the client gets it, with its errors in one order. */
async function resultOf(engine: Engine, sent: Sent) {
  const { data, errors = [] } = await run(gateways.get(engine)!, sent)
  const texts = errors.map((error) => {
    const { locations: _, ...formatted } = formatError({
      ...error.toJSON(),
      extensions: error.extensions,
    })
    return JSON.stringify(formatted)
  })
  return { data: JSON.stringify(data ?? null), errors: texts.toSorted() }
}

async function expectEqual(sent: Sent, engines: readonly Engine[] = ENGINES): Promise<number> {
  const results = await Promise.all(engines.map((engine) => resultOf(engine, sent)))
  const [native, worker, apollo] = results
  expect(native, sent.source).toEqual(worker)
  // Apollo's gateway has the fields of some fragments in another order.
  const parsed = (result: typeof native) => ({
    ...result,
    data: JSON.parse(result!.data) as unknown,
  })
  if (apollo) expect(parsed(native), sent.source).toEqual(parsed(apollo))
  return native!.errors.length
}

const committed = [
  ...readClients(new URL('../schema/clients/', import.meta.url)).flatMap(({ operations }) =>
    operations.filter(({ type }) => type === 'query').map(({ body }) => body),
  ),
  ...readdirSync(new URL('../schema/operations/', import.meta.url)).map((file) =>
    readFileSync(new URL(`../schema/operations/${file}`, import.meta.url), 'utf8'),
  ),
]

test.each(viewers)('The committed documents have equal results for %s', async (_name, caller) => {
  for (const source of committed) {
    await expectEqual({ source, variables: requiredVariables(source), caller })
  }
})

/** A value for each variable that an operation must have; an id is one of its first root field. */
function requiredVariables(source: string): Record<string, unknown> {
  const { variableDefinitions = [], selectionSet } = getOperationAST(parse(source))!
  const root = selectionSet.selections.find(
    (field) => field.kind === Kind.FIELD && field.name.value !== '__typename',
  ) as FieldNode | undefined
  const ids = values[`ID_${root?.name.value}`] ?? values.ID!
  const { schema } = gateways.get('native')!
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, type: node, defaultValue }) => {
      const type = typeFromAST(schema, node as NonNullTypeNode) as GraphQLInputType
      if (!isNonNullType(type) || defaultValue) return []
      return [[variable.name.value, inputValue(type, { ...values, ID: ids }, () => 0)]]
    }),
  )
}

const withErrors: boolean[] = []

test.each(viewers)('Random operations have equal results for %s', async (_name, caller) => {
  const { schema } = gateways.get('native')!
  const drawn = drawnFrom(schema)
  const property = asyncProperty(decisions, async (numbers) => {
    const operation = randomOperation(drawn, numbers, { values })
    const source = operation.source.replaceAll(/\bID_\w+/g, 'ID')
    const { variables } = operation
    const document = parse(source)
    pre(validate(schema, document).length === 0)
    const isMisread =
      selectsNothing(document, variables) || narrowsAgain(document, schema) || hidesKey(document)
    const engines = isMisread ? OWN_ENGINES : ENGINES
    const errors = await expectEqual({ source, variables, caller }, engines)
    withErrors.push(errors > 0)
  })
  await assert(property, { numRuns: RUNS / viewers.length, endOnFailure: !IS_SHRUNK })
})

test('Of the random operations, a tenth to two thirds have errors', () => {
  const share = withErrors.filter(Boolean).length / withErrors.length
  expect(share).toBeGreaterThan(1 / 10)
  expect(share).toBeLessThan(2 / 3)
})

/** Whether conditions leave nothing of a selection set: Apollo's gateway does not ask for such a field, or tell its errors. */
function selectsNothing(document: DocumentNode, variables: Record<string, unknown>): boolean {
  let isFound = false
  visit(document, {
    SelectionSet({ selections }) {
      isFound ||= selections.every((selection) => !isIncluded(selection, variables))
    },
  })
  return isFound
}

/**
 * Whether a fragment on an abstract type has one on a narrower type in it, in a field of an object type: Apollo's gateway
 * leaves out the inner one, unless `__typename` is selected.
 */
function narrowsAgain(document: DocumentNode, schema: GraphQLSchema): boolean {
  const parts = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  )
  const isIn = (
    { selections }: SelectionSetNode,
    field: GraphQLNamedType,
    around: GraphQLNamedType,
  ): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) {
        const { name, selectionSet } = selection
        if (!selectionSet || !('getFields' in around)) return false
        const type = getNamedType(around.getFields()[name.value]!.type)
        return isIn(selectionSet, type, type)
      }
      const { typeCondition, selectionSet } =
        selection.kind === Kind.FRAGMENT_SPREAD ? parts.get(selection.name.value)! : selection
      const inner = typeCondition ? schema.getType(typeCondition.name.value)! : around
      const isNarrower = isAbstractType(around) && isObjectType(field) && inner !== around
      return isNarrower || isIn(selectionSet, field, inner)
    })
  const root = schema.getQueryType()!
  return isIn(getOperationAST(document)!.selectionSet, root, root)
}

/** Whether an object has the name of a key: Apollo's gateway sends it to the next service as the key, and fails. */
function hidesKey(document: DocumentNode): boolean {
  let isFound = false
  visit(document, {
    Field({ alias, selectionSet }) {
      isFound ||= alias?.value === 'id' && selectionSet !== undefined
    },
  })
  return isFound
}

function isIncluded({ directives = [] }: SelectionNode, variables: Record<string, unknown>) {
  return directives.every((directive) => {
    const { value } = directive.arguments![0]!
    const condition =
      value.kind === Kind.VARIABLE
        ? variables[value.name.value] === true
        : value.kind === Kind.BOOLEAN && value.value
    return condition === (directive.name.value === 'include')
  })
}

/** Cursors are not drawn, and `last` is refused beside `first`. */
const REFUSED = new Set(['after', 'before', 'last', 'offset'])

/** A schema in which the id of a root field has a type of its own, such as `ID_quest`. */
function drawnFrom(schema: GraphQLSchema): GraphQLSchema {
  const document = visit(parse(printSchema(schema)), {
    FieldDefinition(field) {
      const typeName = `ID_${field.name.value}`
      const args = (field.arguments ?? []).filter(({ name }) => !REFUSED.has(name.value))
      const isRoot = typeName in values && args[0]?.name.value === 'id'
      const type = parseType(`${typeName}!`)
      return { ...field, arguments: isRoot ? [{ ...args[0]!, type }] : args }
    },
  })
  const names = Object.keys(values).filter((name) => name.startsWith('ID_'))
  const scalars = parse(names.map((name) => `scalar ${name}`).join('\n')).definitions
  return buildASTSchema({ ...document, definitions: [...document.definitions, ...scalars] })
}

function valuesOf(ids: ReadonlyMap<string, readonly string[]>): RandomOptions['values'] {
  return {
    ...Object.fromEntries([...ids].map(([field, some]) => [`ID_${field}`, some])),
    ID: [...ids.values()].flat(),
    String: ['a', 'grace', 'Beacon'],
    Int: [1, 2, 5],
    Boolean: [true, false],
    Float: [1],
    DateTimeISO: ['2026-01-01T00:00:00.000Z'],
    SafeInt: [3],
    JSONObject: [{}],
  }
}

const ask: Ask = async (viewer, source, variables = {}) => {
  const caller = VIEWERS[viewer]
  const sent = { source, variables: { ...variables }, caller }
  const { data, errors } = await run(gateways.get('native')!, sent)
  if (errors) throw new AggregateError(errors, JSON.stringify(errors))
  return data
}
