// Random operations over the shop and over our own supergraph, each compared with one schema.
import { assert, asyncProperty, constantFrom, pre } from 'fast-check'
import { buildASTSchema, parse } from 'graphql'
import { expect } from 'vitest'
import { subgraphSdl } from '#foundation/service/sdl.ts'
import { comparable, isValid, pairOf, type Pair } from './differential.ts'
import { LINK, type CreatePlanner } from './graph.ts'
import { madeUpWorld } from './made-up.ts'
import { decisions, randomOperation, type RandomOptions } from '#test/random-operation.ts'
import { worldOfRows, type Rows } from './rows.ts'
import { shop, shopSdl } from './shop.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

export interface RandomCase {
  pair: Pair
  values: RandomOptions['values']
}

/** The shop; `plainShop` has nothing that Hive's planner does not plan or gets wrong. */
export async function shopCase(
  createPlanner?: CreatePlanner,
  { sdl, rows }: ShopSource = { sdl: shopSdl, rows: shop },
): Promise<RandomCase> {
  const linked = Object.entries(sdl).map(([name, text]) => [name, LINK + text])
  const ids = ['p1', 'p2', 'p3', 'u1', 'u2', 'nobody']
  return {
    pair: await pairOf(Object.fromEntries(linked), () => worldOfRows(rows), createPlanner),
    values: { ID: ids, String: ['USD', 'EUR', 'x'], Int: [0, 1, 2] },
  }
}

export interface ShopSource {
  sdl: Record<string, string>
  rows: Rows
}

export async function ownCase(createPlanner?: CreatePlanner): Promise<RandomCase> {
  const sdl = subgraphs.map((subgraph) => [subgraph.name, subgraphSdl(subgraph)] as const)
  const entities = sdl.flatMap(([, text]) => [...text.matchAll(/^type (\w+)[^{]*@key/gm)])
  const names = new Set(entities.map(([, name]) => name!))
  const schemas = sdl.map(([, source]) => {
    return buildASTSchema(parse(source), { assumeValid: true, assumeValidSDL: true })
  })
  const text = ['a', 'b']
  return {
    pair: await pairOf(
      Object.fromEntries(sdl),
      (schema) => madeUpWorld(schema, names, schemas),
      createPlanner,
    ),
    values: {
      ID: ['i0', 'i1'],
      String: text,
      Int: [1, 2],
      Boolean: [true, false],
      Float: [1],
      DateTimeISO: text,
      SafeInt: [3],
      JSONObject: [{}],
    },
  }
}

/** Compares the responses to random operations. @throws with the smallest operation that differs */
export async function compareRandom({ pair, values }: RandomCase, numRuns: number): Promise<void> {
  const kind = constantFrom('query' as const, 'query' as const, 'mutation' as const)
  const property = asyncProperty(decisions, kind, async (numbers, operation) => {
    const { source, variables } = randomOperation(pair.graph.schema, numbers, {
      values,
      operation,
    })
    pre(isValid(pair, source) && (await isPlannable(pair, source, variables)))
    pair.reset()
    const result = comparable(await pair.graph.run(source, variables))
    pair.reset()
    expect(result, source).toEqual(comparable(await pair.expected(source, variables)))
  })
  await assert(property, { numRuns, seed: 20_261_122 })
}

/** Apollo's planner fails for some operations on an `@interfaceObject`, such as `{ oldest { id ... on Film { id } } }`. */
async function isPlannable(
  { graph }: Pair,
  source: string,
  variables: Record<string, unknown>,
): Promise<boolean> {
  try {
    await graph.operations.get(graph.parse(source), { variables })
    return true
  } catch (error) {
    return !(error as Error).message.startsWith('We should have an edge')
  }
}
