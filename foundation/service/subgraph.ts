// The declaration of a subgraph: its SDL, resolvers, tables and workers, turned into a schema.
import { readFileSync } from 'node:fs'
import { buildSubgraphSchema } from '@apollo/subgraph'
import type { Request, Router } from 'express'
import {
  isAbstractType,
  isObjectType,
  isScalarType,
  parse,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import type { Kysely } from 'kysely'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { describePrivate, enforcePrivate } from '#foundation/auth/private.ts'
import { enforceDirectives, type Authorization } from '#foundation/auth/scopes.ts'
import type { AnyContentKind } from '#foundation/content/kind.ts'
import type { Migrations } from '#foundation/database/migrate.ts'
import { describeConstraints } from '#foundation/graphql/constraints.ts'
import { validateEntities } from '#foundation/graphql/entities.ts'
import { enforceInput, type Input } from '#foundation/graphql/input.ts'
import { commonSdl, scalarResolvers } from '#foundation/graphql/scalars.ts'
import type { ReadinessDetails } from '#foundation/http/app.ts'
import type { OpenApiPart } from '#foundation/http/openapi.ts'
import { countLeaves } from '#foundation/limits/response-leaves.ts'
import type { PeerOperation } from '#foundation/peers/peers.ts'
import type { Config, ServiceFacts } from '#foundation/process/config.ts'
import type { Worker } from '#foundation/process/workers.ts'
import type { Context } from '#foundation/service/context.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { Route } from '#foundation/service/route.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface Subgraph<Tables, Loaders, Peers extends string> extends Authorization<
  Context<Tables, Loaders, Peers>
> {
  /** Also the name of its Postgres schema. */
  name: string
  title: string
  /** Sent as `API-Version` with every REST response. */
  version: string
  port: number
  /** Start of the names of its settings, e.g. `ID`. */
  settings: string
  /** Its schema.graphql. */
  sdl: URL
  /** The types of peers that its fields return, which `npm run schema` writes; none if absent. */
  nodesSdl?: URL
  /** Its types that `Query.node` finds, by the prefix of their ids: every entity with an id. */
  nodes?: Readonly<Record<string, string>>
  resolvers: Resolvers
  /** Its documented REST paths. */
  routes?: readonly Route[]
  /** Values of its fields in the examples of OpenAPI, by type and field: `Quest.title`. */
  examples?: Readonly<Record<string, unknown>>
  /** Its rules for input; none beyond @constraint if absent. */
  input?: Input
  /**
   * Its mutations whose responses hold a secret, which no repetition of the request may show again (contract,
   * "Repeating a request").
   */
  secretResponses?: readonly string[]
  loaders: (db: Kysely<Tables>, now: () => Date) => Loaders
  /** Every operation that it sends to a peer, by the peer's name. */
  peers: PeerOperations<Peers> | ((services: readonly ServiceFacts[]) => PeerOperations<Peers>)
  migrations: Migrations
  /** Its kinds of content, parents before children. */
  content?: readonly AnyContentKind<Tables>[]
  /**
   * Adds the demo data of a first start. Idempotent for a service without content; for others it
   * runs once, in the transaction (`ctx.db`) that adds the demo pack.
   */
  demo?: (ctx: Context<Tables, Loaders, Peers>) => Promise<void>
  /** Whether the public passwords or keys of the demo data work. */
  admitsDemo?: (ctx: Context<Tables, Loaders, Peers>) => Promise<boolean>
  workers?: readonly Worker<Context<Tables, Loaders, Peers>>[]
  /** Its part in the exports and the erasures of people. */
  personalData?: PersonalData<Context<Tables, Loaders, Peers>>
  /** What `/readyz` says besides its status. It never decides whether the service is ready. */
  readinessDetails?: (ctx: Context<Tables, Loaders, Peers>) => Promise<ReadinessDetails>
  /** Its HTTP endpoints besides GraphQL and REST, e.g. its public keys. */
  endpoints?: (
    host: EndpointHost<Context<Tables, Loaders, Peers>>,
  ) => Promise<Endpoints<Context<Tables, Loaders, Peers>>>
  /** The OpenAPI description of these endpoints. */
  openApi?: OpenApiPart
}

type PeerOperations<Peers extends string> = Record<Peers, readonly PeerOperation[]>

/** The dependencies of a service's own endpoints. */
export interface EndpointHost<C> {
  config: Config
  /** Of the service, for `API-Version`. */
  version: string
  requestGuard: RequestGuard
  /** The context of a request, without authentication. */
  createContext: (req: Request) => C
  log: Log
  now: () => Date
}

export interface Endpoints<C> {
  /** Also served at the router's port when every service runs in one process. */
  api: Router
  /** Served only at the service's own port. */
  pages: Router
  /** Responds there to what no other path does, before the JSON that programs get. */
  unknownPages?: Router
  /** Background work that needs what the endpoints have. */
  workers?: readonly Worker<C>[]
}

// graphql-js calls resolvers with values of the schema's types; their own types are generated.
// oxlint-disable-next-line typescript/no-explicit-any
export type Resolvers = Record<string, any>

/** A subgraph with any tables, loaders and peers. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnySubgraph = Subgraph<any, any, any>

/** Declares a subgraph; TypeScript checks that its parts match. */
export function defineSubgraph<Tables, Loaders, Peers extends string = never>(
  subgraph: Subgraph<Tables, Loaders, Peers>,
): Subgraph<Tables, Loaders, Peers> {
  return subgraph
}

/** The operations that a subgraph sends to each peer in a system of these services. */
export function peerOperations(
  { peers }: Pick<AnySubgraph, 'peers'>,
  services: readonly ServiceFacts[],
): PeerOperations<string> {
  return typeof peers === 'function' ? peers(services) : peers
}

type SdlFiles = Pick<AnySubgraph, 'sdl' | 'nodesSdl'>

/** The files of a subgraph's own SDL. */
export function sdlFiles({ sdl, nodesSdl }: SdlFiles): URL[] {
  return nodesSdl ? [sdl, nodesSdl] : [sdl]
}

/** The subgraph's whole SDL: its own and the shared types. */
export function subgraphSdl(subgraph: SdlFiles): string {
  return [...sdlFiles(subgraph).map((file) => readFileSync(file, 'utf8')), commonSdl].join('\n')
}

/**
 * The same, parsed, with every @private and @constraint added to descriptions: used for composition
 * and introspection.
 */
export function subgraphDocument(subgraph: SdlFiles): DocumentNode {
  return describeConstraints(describePrivate(parse(subgraphSdl(subgraph))))
}

/**
 * The executable schema, with every constraint and every authorization directive enforced.
 * @throws when a resolver has no field, or a directive is not enforced: fail closed.
 */
export function buildSchema(
  subgraph: Pick<
    AnySubgraph,
    'sdl' | 'nodesSdl' | 'resolvers' | 'input' | 'guards' | 'isAdministrator' | 'secretResponses'
  >,
): GraphQLSchema {
  const typeDefs = subgraphDocument(subgraph)
  const resolvers: Resolvers = { ...scalarResolvers, ...subgraph.resolvers }
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

/** `@apollo/subgraph` ignores resolvers of unknown types and fields: a typo would go unnoticed. */
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

/** A typo would keep a secret. */
function refuseStraySecrets(schema: GraphQLSchema, names: readonly string[]): void {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const stray = names.find((name) => !Object.hasOwn(mutations, name))
  if (stray === undefined) return
  throw new Error(`secretResponses holds ${stray}, which is not a mutation of the schema.`)
}
