// The engines of the router give equal results over the real services: demo data, of which some is hidden, retired or
// withdrawn, for several viewers.
import { readdirSync, readFileSync } from 'node:fs'
import { assert, asyncProperty, nat, pre } from 'fast-check'
import {
  buildASTSchema,
  getOperationAST,
  isNonNullType,
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
  type GraphQLSchema,
  type NonNullTypeNode,
  type SelectionNode,
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
import {
  decisions,
  inputValue,
  randomOperation,
  type RandomOptions,
} from '#test/random-operation.ts'
import { retireSome, type Ask } from '#test/retired-data.ts'
import { readClients } from '../router/clients.ts'
import { createGateway, type Gateway } from '../router/gateway.ts'
import { inProcessSubgraph } from '../router/in-process.ts'
import { readSupergraph } from '../router/supergraph/committed-source.ts'
import { startServices } from '../schema/test/random-changes/router.ts'
import { subgraphs } from '../subgraphs/index.ts'

/** Other operations in each run. A failure says with which seed. */
const RUNS = Number(process.env.RANDOM_OPERATIONS ?? 300)
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
const gateways = new Map<'native' | 'worker' | 'apollo', Gateway>()
let values: RandomOptions['values']

beforeAll(async () => {
  database = await cloneDatabase()
  services = await startServices(subgraphs, database.url)
  for (const engine of ['native', 'worker', 'apollo'] as const) {
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
async function resultOf(engine: 'native' | 'worker' | 'apollo', sent: Sent) {
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

async function expectEqual(sent: Sent): Promise<number> {
  const results = await Promise.all([...gateways.keys()].map((engine) => resultOf(engine, sent)))
  const [native, worker, apollo] = results
  expect(native, sent.source).toEqual(worker)
  // Apollo's gateway has the fields of some fragments in another order.
  const parsed = (result: typeof native) => ({
    ...result,
    data: JSON.parse(result!.data) as unknown,
  })
  expect(parsed(native), sent.source).toEqual(parsed(apollo))
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

test('Random operations have equal results', async () => {
  const { schema } = gateways.get('native')!
  const drawn = drawnFrom(schema)
  let withErrors = 0
  const property = asyncProperty(decisions, nat(viewers.length - 1), async (numbers, viewer) => {
    const operation = randomOperation(drawn, numbers, { values })
    const source = operation.source.replaceAll(/\bID_\w+/g, 'ID')
    const { variables } = operation
    const document = parse(source)
    pre(validate(schema, document).length === 0 && !selectsNothing(document, variables))
    const errors = await expectEqual({ source, variables, caller: viewers[viewer]![1] })
    withErrors += Number(errors > 0)
  })
  await assert(property, { numRuns: RUNS })
  expect(withErrors).toBeGreaterThan(RUNS / 10)
  expect(withErrors).toBeLessThan((2 * RUNS) / 3)
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
