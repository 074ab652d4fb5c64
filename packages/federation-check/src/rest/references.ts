// References inside an OpenAPI or AsyncAPI document.

/** Resolves a `$ref` inside the document; any other object is returned as it is. */
export function resolve<T extends { $ref?: string }>(document: object, value: T): T {
  const met = new Set<unknown>()
  let found = value
  while (found.$ref !== undefined && !met.has(found)) {
    met.add(found)
    const target = pointedAt(document, found.$ref)
    if (typeof target !== 'object' || target === null) return found
    found = target as T
  }
  return found
}

/** The value at a JSON pointer; undefined if it leads out of the document or nowhere. */
export function pointedAt(document: object, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  const keys = ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  return keys.reduce<unknown>((at, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
    return (at as Record<string, unknown> | undefined)?.[name]
  }, document)
}
