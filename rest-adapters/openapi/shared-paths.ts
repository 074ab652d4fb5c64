// Merges paths that several services have: one path item with the URLs of all.
import { isDeepStrictEqual } from 'node:util'
import { METHODS, type OperationObject, type PathItem } from '#foundation/http/openapi.ts'

type Paths = Readonly<Record<string, PathItem>>

/**
 * The paths of all services. A path of several services is documented once, with their names, URLs
 * and tags.
 * @throws if two services document different operations at the same path
 */
export function mergedPaths(parts: readonly Paths[]): Record<string, PathItem> {
  const all: Record<string, PathItem> = {}
  for (const [path, item] of parts.flatMap((part) => Object.entries(part))) {
    all[path] = all[path] ? shared(path, all[path], item) : item
  }
  return all
}

/** The names of the services that have a path. */
export function servicesOf(item: PathItem): readonly string[] {
  return [item['x-service'] ?? []].flat()
}

function shared(path: string, known: PathItem, item: PathItem): PathItem {
  const operations = METHODS.flatMap((method): [string, OperationObject][] => {
    const [one, other] = [known[method], item[method]]
    if (!one && !other) return []
    if (one && other && isDeepStrictEqual({ ...one, tags: [] }, { ...other, tags: [] })) {
      return [[method, { ...one, tags: [...one.tags, ...other.tags] }]]
    }
    throw new Error(`Two services document different operations at ${path}.`)
  })
  return {
    'x-service': [...servicesOf(known), ...servicesOf(item)],
    servers: [...(known.servers ?? []), ...(item.servers ?? [])],
    ...Object.fromEntries(operations),
  }
}
