// The values of `@fromContext` arguments: read from the objects around an entity, sent as variables.
import type { ContextRewrite } from '../../plan/query-plan.ts'
import type { LocatedObject } from '../paths.ts'
import { isEntity, type Entity, type Variables } from '../subgraph-result.ts'
import type { TypeNames } from '../type-names.ts'

/** The context of one object, by variable. */
export type ReadContext = (located: LocatedObject) => Variables

/** Compiles the context rewrites of a fetch. Each variable gets the first value that a rewrite finds. */
export function compileContexts(
  rewrites: readonly ContextRewrite[],
  types: TypeNames,
): ReadContext {
  return (located) => {
    const variables: Entity = {}
    for (const { path, renameKeyTo } of rewrites) {
      const value = valueFrom(located, path, types)
      if (value !== undefined) variables[renameKeyTo] ??= value
    }
    return variables
  }
}

/** Each `..` leads to the object around the previous one. */
function valueFrom(
  { object, owners }: LocatedObject,
  path: readonly string[],
  types: TypeNames,
): unknown {
  const up = path.findLastIndex((step) => step === '..') + 1
  const start = up === 0 ? object : owners[owners.length - up]
  return valueAt(start, path.slice(up), types)
}

function valueAt(value: unknown, [step, ...rest]: readonly string[], types: TypeNames): unknown {
  if (step === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => valueAt(item, [step, ...rest], types))
  if (!isEntity(value)) return undefined
  if (!step.startsWith(FRAGMENT)) return valueAt(value[step], rest, types)
  const name = value.__typename
  const applies = typeof name !== 'string' || types.under(step.slice(FRAGMENT.length)).has(name)
  return applies ? valueAt(value, rest, types) : undefined
}

const FRAGMENT = '... on '
