// Selects the components that a part of a document uses.
import {
  METHODS,
  type Components,
  type OpenApiDocument,
  type PathItem,
} from '#foundation/http/openapi.ts'

/** The components that the paths refer to, directly or through other components. */
export function usedComponents(
  paths: OpenApiDocument['paths'],
  components: Components,
): Components {
  const used = new Set(Object.values(paths).flatMap(schemesOf))
  const follow = (value: unknown): void => {
    for (const [, pointer = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (used.has(pointer)) continue
      used.add(pointer)
      const [kind, name = ''] = pointer.split('/')
      follow(components[kind as keyof Components][name])
    }
  }
  follow(paths)
  const kinds = Object.entries(components).map(([kind, named]) => {
    const kept = Object.entries(named as object).filter(([name]) => used.has(`${kind}/${name}`))
    return [kind, Object.fromEntries(kept)]
  })
  return Object.fromEntries(kinds)
}

const REFERENCE = /"\$ref":"#\/components\/([^"]+)"/g

/** Security schemes are referred to by bare name. */
function schemesOf(item: PathItem): string[] {
  const operations = METHODS.flatMap((method) => item[method] ?? [])
  const names = operations.flatMap(({ security }) =>
    security.flatMap((needed) => Object.keys(needed)),
  )
  return names.map((name) => `securitySchemes/${name}`)
}
