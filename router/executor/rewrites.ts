// The rewrites of a fetch: keys to rename and values to set, in what is sent or in what came back.
import type { FetchDataRewrite } from '@apollo/query-planner'
import { isEntity, type Entity } from './subgraph-answer.ts'
import type { TypeNames } from './type-names.ts'

/** Changes a value in place. */
export type Rewrite = (value: unknown) => void

type Change = (object: Entity) => void

const FRAGMENT = '... on '

/** Compiles the rewrites of a fetch, in order. */
export function compileRewrites(
  rewrites: readonly FetchDataRewrite[] | undefined,
  types: TypeNames,
): Rewrite {
  const compiled = (rewrites ?? []).map((rewrite) => compileRewrite(rewrite, types))
  return (value) => {
    for (const rewrite of compiled) rewrite(value)
  }
}

function compileRewrite(rewrite: FetchDataRewrite, types: TypeNames): Rewrite {
  const key = rewrite.path.at(-1)!
  const change =
    rewrite.kind === 'ValueSetter'
      ? (object: Entity) => void (object[key] = rewrite.setValueTo as unknown)
      : (object: Entity) => rename(object, key, rewrite.renameKeyTo)
  return changeAt(rewrite.path.slice(0, -1), change, types)
}

function changeAt(path: readonly string[], change: Change, types: TypeNames): Rewrite {
  const [step, ...rest] = path
  return inEvery(step === undefined ? change : stepTo(step, changeAt(rest, change, types), types))
}

function rename(object: Entity, from: string, to: string): void {
  if (!Object.hasOwn(object, from)) return
  object[to] = object[from]
  delete object[from]
}

function stepTo(step: string, below: Rewrite, types: TypeNames): Change {
  if (!step.startsWith(FRAGMENT)) return (object) => below(object[step])
  const names = types.under(step.slice(FRAGMENT.length))
  // An object without a name is of the only type that it can be.
  return (object) => {
    const name = object.__typename
    if (typeof name !== 'string' || names.has(name)) below(object)
  }
}

/** Changes an object, or every object in a list. */
function inEvery(change: Change): Rewrite {
  return (value) => {
    if (Array.isArray(value)) value.forEach(inEvery(change))
    else if (isEntity(value)) change(value)
  }
}
