// A schema with every feature that operations may use, and its results, compiled and interpreted.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { buildSubgraphSchema } from '@apollo/subgraph'
import {
  defaultFieldResolver,
  GraphQLError,
  isObjectType,
  parse,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { expect } from 'vitest'
import { forbidden, notFound } from '#foundation/domain/errors.ts'
import { createCompiler } from '#foundation/graphql/compile.ts'
import { validateEntities } from '#foundation/graphql/entities.ts'
import { isSource } from '#foundation/graphql/executor/subscription-source.ts'
import { createOperationCache, type Operation } from '#foundation/graphql/operation.ts'
import { scalarResolvers } from '#foundation/graphql/scalars.ts'
import type { Variables } from '#foundation/graphql/variables.ts'

const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  directive @shout on FIELD_DEFINITION
  scalar DateTimeISO
  scalar JSONObject

  enum Mood { HAPPY, SAD }
  input Address { city: String!, country: String! = "NL" }
  input Profile {
    username: String!, bio: String, mood: Mood = HAPPY, tags: [String!], age: Int
    address: Address, addresses: [Address!], settings: JSONObject, bornAt: DateTimeISO
    parent: Profile
  }
  input Choice @oneOf { yes: Boolean, no: Boolean }

  interface Node { id: ID!, near: Node }
  type Identity implements Node @key(fields: "id") {
    id: ID!, near: Node, name: String, motto: String @shout, createdAt: DateTimeISO
    email: String!, phone: String!, secret: String, lazyName: String, mentor: Identity!
    friends: [Identity!], quests: [Quest]!
  }
  type Quest implements Node @key(fields: "id") { id: ID!, near: Node, title: String, author: Identity }
  type Ghost implements Node { id: ID!, near: Node }
  union Found = Identity | Quest

  type Query {
    me: Identity, grace: Identity, node(id: ID!): Node, found: [Found], people: [Identity]
    asked: String, strict: Int!
    echo(
      input: Profile, first: Int = 10, settings: JSONObject, at: DateTimeISO, tags: [String!]
      note: String! = "none", mood: Mood, choice: Choice, flag: Boolean, rate: Float, id: ID
    ): String
  }
  type Mutation { append(word: String!, turns: Int = 0): String!, reject: String! }
  type Subscription { ticks(of: String = "ada", fails: Boolean): Tick }
  type Tick { by: Identity, number: Int! }
`)

export interface Context {
  /** The calls of resolvers, in order. */
  calls: string[]
  words: string[]
}

const refuse = (field: string) => () => {
  throw forbidden(`You may not see ${field}.`, { field })
}

/** Is slow by that many turns of the event loop. */
async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

const grace = { __typename: 'Identity', id: 'grace', name: 'Grace', email: null }
const quest = { __typename: 'Quest', id: 'engine', title: 'Engine', author: grace }
const ada = {
  __typename: 'Identity',
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  motto: 'onwards',
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  friends: [grace, grace],
  quests: [quest],
  near: { ...quest, near: grace },
  nickname: () => Promise.resolve('Countess'),
}
const nodes: Record<string, object> = { ada, grace, engine: quest }

const resolveType = (node: { __typename?: string }) => {
  if (node.__typename === undefined) throw new Error('A node of no type.')
  return node.__typename
}

async function findEntity({ id }: { id: string }) {
  // The later item of the list fails first.
  await takeTurns(id === 'ada' ? 20 : 1)
  if (nodes[id]) return { ...nodes[id] }
  throw notFound('Identity', id)
}

const resolvers = {
  ...scalarResolvers,
  Node: { __resolveType: resolveType },
  Found: { __resolveType: resolveType },
  Identity: {
    __resolveReference: findEntity,
    phone: refuse('phone'),
    secret: refuse('secret'),
    mentor: () => null,
    lazyName: (identity: Partial<typeof ada>) => identity.nickname?.(),
  },
  Quest: { __resolveReference: findEntity },
  Query: {
    me: () => ada,
    grace: () => Promise.resolve(grace),
    node: (_: unknown, { id }: { id: string }) => nodes[id] ?? {},
    found: () => [ada, { __typename: 'Ghost' }, quest, {}, null],
    people: () => [grace, ada],
    asked: () => 'yes',
    strict: () => null,
    echo: (_: unknown, args: object) => JSON.stringify(args, sorted),
  },
  Mutation: {
    async append(_: unknown, { word, turns }: { word: string; turns: number }, ctx: Context) {
      await takeTurns(turns)
      return ctx.words.push(word) && ctx.words.join(' ')
    },
    reject: refuse('anything'),
  },
  Subscription: {
    ticks: {
      subscribe(_: unknown, { of, fails }: { of: string; fails?: boolean }) {
        if (fails) throw forbidden('You may not watch.', {})
        return Readable.from([1, 2, null].map((number) => ({ of, number })))
      },
      resolve: (tick: { of: string; number: number | null }, args: object) => ({
        ...tick,
        by: nodes[tick.of],
        args,
      }),
    },
  },
}

const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value

/** Wraps every resolver, as directives do: one changes text to upper case, and all record their calls. */
function wrapResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue
    for (const field of Object.values(type.getFields())) {
      const shouts = field.astNode?.directives?.some(({ name }) => name.value === 'shout')
      const root = type === schema.getQueryType() || type === schema.getMutationType()
      if (field.resolve || root || shouts) field.resolve = noted(field.resolve, shouts)
    }
  }
  return schema
}

function noted(
  resolve: GraphQLFieldResolver<unknown, Context> = defaultFieldResolver,
  loud = false,
): GraphQLFieldResolver<unknown, Context> {
  return (source, args, ctx, info) => {
    const { parentType, fieldName, returnType, fieldNodes, operation, fragments } = info
    const sent = fieldNodes.map((node) => node.arguments?.map(({ value }) => value.kind))
    const known = [operation.name?.value, Object.keys(fragments), info.schema === schema]
    const reported = [String(parentType), fieldName, String(returnType), sent, known]
    ctx.calls.push(JSON.stringify([...reported, args], sorted))
    const value: unknown = resolve(source, args, ctx, info)
    return loud && typeof value === 'string' ? value.toUpperCase() : value
  }
}

export const schema = wrapResolvers(buildSubgraphSchema([{ typeDefs, resolvers }]))
validateEntities(schema)
const compile = createCompiler(schema)
export const compiling = createOperationCache(schema, { execution: 'compiled' })
export const interpreting = createOperationCache(schema, { execution: 'interpreted' })

async function run(operation: Operation, variables: Variables) {
  const ctx: Context = { calls: [], words: [] }
  const result = await operation.execute(ctx, variables)
  for (const error of result.errors ?? []) expect(error).toBeInstanceOf(GraphQLError)
  const { data, errors = [] } = JSON.parse(JSON.stringify(result)) as OperationResult
  return { data, errors, calls: ctx.calls }
}

interface OperationResult {
  data?: unknown
  errors?: { message: string; path?: unknown; locations?: unknown; extensions?: unknown }[]
}

const asSet = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort()

/** The results of a document both ways, and what ran it when compilation was requested. */
export async function ask(source: string, variables: Variables = {}) {
  const operation = compiling.prepare(source)
  const ranBy = compile(operation.node, operation.document) ? 'compiled' : 'interpreted'
  const compiled = await run(operation, variables)
  const interpreted = await run(interpreting.prepare(source), variables)
  const shown = `${source} ${JSON.stringify(variables)}`
  expect(compiled.data, shown).toEqual(interpreted.data)
  expect(asSet(compiled.errors), shown).toEqual(asSet(interpreted.errors))
  // After an error, both may skip resolvers whose results do not matter any more.
  if (compiled.errors.length === 0) {
    expect(asSet(compiled.calls), shown).toEqual(asSet(interpreted.calls))
  }
  return { ...compiled, ranBy }
}

/** The results of a subscription both ways: its errors without data, or one for each item of its source. */
export async function watch(source: string, variables: Variables = {}): Promise<unknown[]> {
  const [compiled, interpreted] = await Promise.all(
    [compiling, interpreting].map(async ({ prepare }) => {
      const operation = prepare(source)
      const opened = await operation.subscribe({ calls: [], words: [] }, variables)
      if (!isSource(opened)) return [opened]
      const results: unknown[] = []
      for await (const item of opened) {
        results.push(await operation.execute({ calls: [], words: [] }, variables, item))
      }
      return results
    }),
  )
  expect(JSON.stringify(compiled)).toBe(JSON.stringify(interpreted))
  return JSON.parse(JSON.stringify(compiled)) as unknown[]
}

/** The arguments of each call of `Query.echo`. */
export async function echo(source: string, variables: Variables = {}) {
  const { data, errors, ranBy } = await ask(source, variables)
  expect(errors).toEqual([])
  const args = JSON.parse((data as { echo: string }).echo) as Record<string, unknown>
  return { args, ranBy }
}
