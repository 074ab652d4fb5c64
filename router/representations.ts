// Sends each distinct entity representation once, and copies the results to all places.
import type { GraphQLFormattedError } from 'graphql'

/** A response of a data source to the gateway. */
export interface SubgraphAnswer {
  data?: Record<string, unknown> | null
  errors?: readonly GraphQLFormattedError[]
}

type Variables = Record<string, unknown>

/**
 * Sends only the distinct representations of an `_entities` fetch, and returns a result for each
 * original one. (The gateway sends one for every place of an entity.)
 */
export async function askOnce(
  variables: Variables,
  ask: (variables: Variables) => Promise<SubgraphAnswer>,
): Promise<SubgraphAnswer> {
  const { representations } = variables
  if (!Array.isArray(representations)) return ask(variables)
  const { distinct, indexes } = deduplicate(representations)
  if (distinct.length === representations.length) return ask(variables)
  return fanOut(await ask({ ...variables, representations: distinct }), indexes)
}

/** The distinct representations, and for each original one the index of its distinct equal. */
function deduplicate(representations: readonly unknown[]) {
  const known = new Map<string, number>()
  const distinct: unknown[] = []
  const indexes = representations.map((representation) => {
    const key = JSON.stringify(representation)
    const index = known.get(key) ?? distinct.push(representation) - 1
    known.set(key, index)
    return index
  })
  return { distinct, indexes }
}

function fanOut({ data, errors }: SubgraphAnswer, indexes: readonly number[]): SubgraphAnswer {
  const entities = data?._entities
  return {
    ...(data !== undefined && {
      data: Array.isArray(entities) ? { ...data, _entities: copies(entities, indexes) } : data,
    }),
    ...(errors && { errors: errors.flatMap((error) => atEveryPlace(error, indexes)) }),
  }
}

/**
 * The gateway merges later fetches into the returned entities, so two places must not share one.
 */
function copies(entities: readonly unknown[], indexes: readonly number[]): unknown[] {
  const given = new Set<number>()
  return indexes.map((index) => {
    if (given.has(index)) return copyOf(entities[index])
    given.add(index)
    return entities[index]
  })
}

/**
 * Copies objects and lists. Strings are shared, because copies of long ones would multiply memory.
 */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]))
}

function atEveryPlace(error: GraphQLFormattedError, indexes: readonly number[]) {
  const [root, at, ...rest] = error.path ?? []
  if (root !== '_entities' || typeof at !== 'number') return [error]
  const places = indexes.flatMap((index, place) => (index === at ? [place] : []))
  return places.map((place) => ({ ...error, path: [root, place, ...rest] }))
}
