// The executable schema of a subgraph, from its SDL and resolvers.
import { buildSubgraphSchema } from '@apollo/subgraph'
import { isAbstractType, isObjectType, isScalarType, type GraphQLSchema } from 'graphql'
import { enforcePrivate } from '#foundation/auth/private.ts'
import { enforceDirectives } from '#foundation/auth/scopes.ts'
import {
  listEvents,
  type EventPage,
  type EventPageArguments,
} from '#foundation/events/event-page.ts'
import { isFollowed } from '#foundation/events/owned-events.ts'
import { validateEntities } from '#foundation/graphql/entities.ts'
import { enforceInput } from '#foundation/graphql/input.ts'
import { scalarResolvers } from '#foundation/graphql/scalars.ts'
import { currentCaller } from '#foundation/limits/current-caller.ts'
import { countLeaves } from '#foundation/limits/response-leaves.ts'
import type { Context } from '#foundation/service/context.ts'
import { renewLoaders } from '#foundation/service/renewed-loaders.ts'
import { subgraphDocument } from '#foundation/service/sdl.ts'
import type { AnySubgraph, Resolvers } from '#foundation/service/subgraph.ts'

const schemas = new WeakMap<AnySubgraph, GraphQLSchema>()

/** The schema of a running subgraph. Built once, because tests start a subgraph hundreds of times in one process. */
export function schemaOf(subgraph: AnySubgraph): GraphQLSchema {
  return schemas.getOrInsertComputed(subgraph, () => {
    const schema = buildSchema(subgraph)
    renewLoaders(schema, subgraph.loaders)
    return schema
  })
}

/**
 * The executable schema, with every constraint and every authorization directive enforced.
 * @throws when a resolver has no field, or nothing enforces a directive
 */
export function buildSchema(
  subgraph: Pick<
    AnySubgraph,
    | 'sdl'
    | 'nodesSdl'
    | 'name'
    | 'resolvers'
    | 'events'
    | 'input'
    | 'guards'
    | 'isAdministrator'
    | 'secretResponses'
  >,
): GraphQLSchema {
  const typeDefs = subgraphDocument(subgraph)
  const resolvers: Resolvers = { ...scalarResolvers, ...subgraph.resolvers, ...eventList(subgraph) }
  const schema = buildSubgraphSchema([{ typeDefs, resolvers }])
  refuseStrayResolvers(schema, resolvers)
  refuseStraySecrets(schema, subgraph.secretResponses ?? [])
  validateEntities(schema)
  // Before the guards, because each wraps the resolvers it finds: guards then run first.
  enforceInput(schema, typeDefs, subgraph.input?.rules ?? {})
  enforcePrivate(schema)
  enforceDirectives(schema, typeDefs, subgraph)
  countLeaves(schema)
  return schema
}

/** The resolver of the service's list of events, e.g. `Query.pathEvents`, beside its other queries. */
function eventList({ name, events, resolvers }: EventListing): Resolvers {
  if (!events) return {}
  const list = (_root: unknown, page: EventPageArguments, ctx: Context) =>
    listEvents(ctx, events, page)
  const isPageFollowed = (page: EventPage, { within }: { within: number }, ctx: Context) => {
    if (within > 0) currentCaller()?.noteWaiting()
    return isFollowed(ctx.events, page, within * 1_000)
  }
  return {
    Query: { ...(resolvers.Query as object), [`${name}Events`]: list },
    EventPage: { isFollowed: isPageFollowed },
  }
}

type EventListing = Pick<AnySubgraph, 'name' | 'events' | 'resolvers'>

/** Refuses resolvers of unknown types and fields. `@apollo/subgraph` ignores them, so a typo would go unnoticed. */
function refuseStrayResolvers(schema: GraphQLSchema, resolvers: Resolvers): void {
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    if (!type) throw new Error(`There are resolvers for ${typeName}, which is not in the schema.`)
    if (isScalarType(type)) continue
    for (const name of Object.keys(fields as object)) {
      if (name === '__resolveReference' || (name === '__resolveType' && isAbstractType(type))) {
        continue
      }
      if (isObjectType(type) && type.getFields()[name]) continue
      throw new Error(`There is a resolver for ${typeName}.${name}, which is not in the schema.`)
    }
  }
}

/** Refuses unknown names in `secretResponses`: with a typo, the secret in a response would be stored. */
function refuseStraySecrets(schema: GraphQLSchema, names: readonly string[]): void {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const stray = names.find((name) => !Object.hasOwn(mutations, name))
  if (stray === undefined) return
  throw new Error(`secretResponses holds ${stray}, which is not a mutation of the schema.`)
}
