// Resolves the compiled fields of an object, all at once or in order.
import type { Path, Run } from '#foundation/graphql/executor/run.ts'

export interface CompiledField {
  name: string
  /** Resolves and completes the value, or returns a promise of it. `above` is the path of the object. */
  resolve: (source: unknown, above: Path | undefined, run: Run) => unknown
}

/** Resolves all fields of an object at once. @throws GraphQLError of a field that must not be null */
export function resolveFields(
  fields: readonly CompiledField[],
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  const result: Record<string, unknown> = {}
  let pending: string[] | undefined
  try {
    for (const { name, resolve } of fields) {
      const value = resolve(source, path, run)
      if (value instanceof Promise) (pending ??= []).push(name)
      if (name === '__proto__') put(result, name, value)
      else result[name] = value
    }
  } catch (error) {
    // Other fields may fail as well, and their rejections must be handled.
    if (pending) {
      return whenAll(result, pending).finally(() => {
        throw error
      })
    }
    throw error
  }
  return pending ? whenAll(result, pending) : result
}

async function whenAll(result: Record<string, unknown>, pending: readonly string[]) {
  if (pending.length === 1) {
    put(result, pending[0]!, await result[pending[0]!])
    return result
  }
  const values = await Promise.all(pending.map((name) => result[name]))
  for (const [index, name] of pending.entries()) put(result, name, values[index])
  return result
}

/** Resolves the fields of a mutation one after the other. @throws as `resolveFields` */
export async function resolveInOrder(fields: readonly CompiledField[], run: Run): Promise<unknown> {
  const result: Record<string, unknown> = {}
  for (const { name, resolve } of fields)
    put(result, name, await resolve(undefined, undefined, run))
  return result
}

/** Sets a property, also one called `__proto__`. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true })
}
