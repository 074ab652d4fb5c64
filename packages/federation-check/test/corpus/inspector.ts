// What graphql-inspector alone says of a pair: of the schema that clients see, and of each SDL.
import { diff, type Change } from '@graphql-inspector/core'
import { buildASTSchema, buildSchema, GraphQLError, parse } from 'graphql'
import { tryCompose } from '../../src/graph/compose.ts'
import type { Texts } from './base.ts'
import { sidesOf, subgraphNames, type Pair } from './pair.ts'

export interface Inspected {
  /** Of the composed API schema; undefined when a side does not compose. */
  api: Change[] | undefined
  /** Of every subgraph's SDL that is in both; undefined when one is no SDL. */
  sdl: Change[] | undefined
}

/** Runs graphql-inspector with no rules of ours. */
export async function inspect(pair: Pair): Promise<Inspected> {
  const { base, head } = sidesOf(pair)
  const [before, after] = [apiOf(base), apiOf(head)]
  const composed = before !== undefined && after !== undefined
  const api = composed ? await diff(buildSchema(before), buildSchema(after)) : undefined
  return { api, sdl: await diffSubgraphs(base, head) }
}

/** Its worst rating; `–` when it says nothing, and nothing of what it cannot read. */
export function worstOf(changes: readonly Change[] | undefined): string {
  if (!changes) return 'cannot tell'
  const levels = new Set<string>(changes.map(({ criticality }) => criticality.level))
  return ['BREAKING', 'DANGEROUS', 'NON_BREAKING'].find((level) => levels.has(level)) ?? '–'
}

async function diffSubgraphs(base: Texts, head: Texts): Promise<Change[] | undefined> {
  const both = subgraphNames(base).filter((name) => head[name] !== undefined)
  const schemas = tolerate(() =>
    both.map((name) => [schemaOf(base[name]!), schemaOf(head[name]!)] as const),
  )
  if (!schemas) return undefined
  const changes = await Promise.all(schemas.map(([before, after]) => diff(before, after)))
  return changes.flat()
}

function schemaOf(sdl: string) {
  return buildASTSchema(parse(sdl), { assumeValid: true, assumeValidSDL: true })
}

const known = new Map<string, string | undefined>()

function apiOf(texts: Texts): string | undefined {
  const names = subgraphNames(texts)
  const key = names.map((name) => texts[name]).join()
  if (known.has(key)) return known.get(key)
  const api = tolerate(() => {
    const attempt = tryCompose(
      names.map((name) => ({ name, url: '', typeDefs: parse(texts[name]!) })),
    )
    return attempt.errors ? undefined : attempt.api
  })
  known.set(key, api)
  return api
}

/** A subgraph of Federation 1 may only extend a type that another one defines. */
const UNREADABLE = /Unknown type: /

function tolerate<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof GraphQLError || UNREADABLE.test(String(error))) return undefined
    throw error
  }
}
