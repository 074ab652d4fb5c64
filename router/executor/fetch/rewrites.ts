// The rewrites of a fetch: keys to rename and values to set, in what is sent or in what came back.
import type { Rewrite as RewriteNode, RewritePathSegment } from '../../plan/query-plan.ts'
import { isEntity, type Entity } from '../subgraph-result.ts'
import type { TypeNames } from '../type-names.ts'

/** Changes a value in place. */
export type Rewrite = (value: unknown) => void

type Change = (object: Entity) => void

/** Compiles the rewrites of a fetch, in order. */
export function compileRewrites(
  rewrites: readonly RewriteNode[] | undefined,
  types: TypeNames,
): Rewrite {
  const compiled = (rewrites ?? []).map((rewrite) => compileRewrite(rewrite, types))
  return (value) => {
    for (const rewrite of compiled) rewrite(value)
  }
}

function compileRewrite(rewrite: RewriteNode, types: TypeNames): Rewrite {
  if ('ValueSetter' in rewrite) {
    const { path, setValueTo } = rewrite.ValueSetter
    const key = keyOf(path)
    return changeAt(path.slice(0, -1), (object) => void (object[key] = setValueTo), types)
  }
  const { path, renameKeyTo } = rewrite.KeyRenamer
  const key = keyOf(path)
  return changeAt(path.slice(0, -1), (object) => rename(object, key, renameKeyTo), types)
}

/** The member that a rewrite at the end of a path renames or sets. */
function keyOf(path: readonly RewritePathSegment[]): string {
  return (path.at(-1) as { Key: string }).Key
}

function changeAt(path: readonly RewritePathSegment[], change: Change, types: TypeNames): Rewrite {
  const [step, ...rest] = path
  return inEvery(step === undefined ? change : stepTo(step, changeAt(rest, change, types), types))
}

function rename(object: Entity, from: string, to: string): void {
  if (from === to || !Object.hasOwn(object, from)) return
  object[to] = object[from]
  delete object[from]
}

function stepTo(step: RewritePathSegment, below: Rewrite, types: TypeNames): Change {
  if ('Key' in step) return (object) => below(object[step.Key])
  const names = types.underAny(step.TypenameEquals)
  // An object without `__typename` has the only possible type.
  return (object) => {
    const name = object.__typename
    if (typeof name !== 'string' || names.has(name)) below(object)
  }
}

function inEvery(change: Change): Rewrite {
  return (value) => {
    if (Array.isArray(value)) value.forEach(inEvery(change))
    else if (isEntity(value)) change(value)
  }
}
