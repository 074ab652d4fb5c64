// The real router over the real services of one state, on one database with demo data in it.
import { ApolloServer } from '@apollo/server'
import {
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { stableId } from '../../../../../foundation/domain/ids.ts'
import type { GraphQLContext } from '../../../../../foundation/graphql/context.ts'
import { executeBy } from '../../../../../foundation/graphql/executable-schema.ts'
import { createOperationCache } from '../../../../../foundation/graphql/operation.ts'
import type { Service } from '../../../../../foundation/service/service.ts'
import { callerOf, testLog } from '../../../../../test/support/caller.ts'
import { createGateway } from '../../../../../router/gateway.ts'
import { inProcessSubgraph } from '../../../../../router/in-process.ts'
import type { RunningState } from './project-state.ts'

const ada = { as: { id: stableId('identity', 'ada') } }

/** Who asks: from nobody to who may do most. */
export const VIEWERS = {
  nobody: callerOf(),
  'a token': callerOf({ ...ada, scopes: [] }),
  identity: callerOf({ ...ada, scopes: ['identity'] }),
  'every scope': callerOf(ada),
  admin: callerOf({ ...ada, scopes: ['identity', 'credentials', 'wallet', 'admin'] }),
}
export type Viewer = keyof typeof VIEWERS

/** The services as they run with the schemas of a state, and their router until it is stopped. @throws when the gateway refuses to start */
export async function startRouter(
  { graph, schemas }: RunningState,
  services: ReadonlyMap<string, Service>,
) {
  const running = new Map(
    [...services].map(([name, service]): [string, Service] => {
      const schema = schemas.get(name)!
      const { prepare } = createOperationCache(schema, { execution: 'interpreted' })
      return [name, { ...service, schema, prepare }]
    }),
  )
  const supergraph = graph.supergraph!.replaceAll(', for: SECURITY)', ')')
  const connect = ({ name }: { name: string }) => inProcessSubgraph(() => running.get(name)!)
  const { schema, execute, close } = await createGateway({
    supergraph,
    authorizedBy: 'subgraphs',
    connect,
    log: testLog,
  })
  const server = new ApolloServer<GraphQLContext>({
    schema,
    plugins: [
      executeBy({ execute }),
      { serverWillStart: () => Promise.resolve({ serverWillStop: close }) },
    ],
    includeStacktraceInErrorResponses: false,
  })
  await server.start()
  return server
}

/** A query of one root field with all that can be read below it; each type is opened once. */
export interface Deep {
  root: string
  query: string
  types: ReadonlySet<string>
}

/** @param ids of things by their types, for root fields that take one */
export function deepQueries(schema: GraphQLSchema, ids: ReadonlyMap<string, string>): Deep[] {
  return Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
    const needed = field.args.filter(isRequiredArgument)
    const fieldType = getNamedType(field.type)
    const id = ids.get(fieldType.name)
    const isFilled = needed.every(({ name }) => name === 'id' && id !== undefined)
    if (!isFilled || !isObjectType(fieldType)) return []
    const types = new Set<string>()
    const selection = selectionOf(fieldType, types)
    const sent = needed.length > 0 ? `(id: "${id}")` : ''
    return [{ root: field.name, query: `{ ${field.name}${sent} ${selection} }`, types }]
  })
}

/** Every field that needs no argument, by a name that says its type. */
function selectionOf(type: GraphQLObjectType, opened: Set<string>): string {
  opened.add(type.name)
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return []
    const fieldType = getNamedType(field.type)
    const name = `${type.name}__${field.name}: ${field.name}`
    if (isLeafType(fieldType)) return [name]
    if (!isObjectType(fieldType) || opened.has(fieldType.name)) return []
    return [`${name} ${selectionOf(fieldType, opened)}`]
  })
  return `{ __typename ${fields.join(' ')} }`
}

/** What a response tells: the way to each field that is not null, and the ids of things by their types. */
export interface Reported {
  /** Coordinates from the root to the field, by themselves joined. */
  ways: Map<string, readonly string[]>
  ids: Map<string, string>
}

export async function ask(
  server: ApolloServer<GraphQLContext>,
  { query }: Deep,
  viewer: Viewer,
): Promise<Reported> {
  const contextValue = { caller: VIEWERS[viewer] } as GraphQLContext
  const { body } = await server.executeOperation({ query }, { contextValue })
  const reported: Reported = { ways: new Map(), ids: new Map() }
  if (body.kind === 'single') collect(body.singleResult.data, [], reported)
  return reported
}

function collect(value: unknown, way: readonly string[], reported: Reported): void {
  if (Array.isArray(value)) for (const one of value) collect(one, way, reported)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null || name === '__typename') continue
    // A root field has no alias.
    const [type, field] = way.length === 0 ? ['Query', name] : name.split('__')
    const longer = [...way, `${type}.${field}`]
    reported.ways.set(longer.join(' > '), longer)
    if (field === 'id') reported.ids.set(type!, String(inner))
    collect(inner, longer, reported)
  }
}
