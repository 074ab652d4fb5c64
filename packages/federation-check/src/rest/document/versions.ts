// Reconciles OpenAPI 3.0 and 3.1, which read some keywords differently:
// https://spec.openapis.org/oas/v3.0.3#schema-object,
// https://spec.openapis.org/oas/v3.1.0#schema-object.
import { OF_USE } from '../schema/all-of.ts'
import type { OpenApi } from '../openapi.ts'

/**
 * The two documents, each without the keywords that its version ignores. If both have one version,
 * these stay: tools differ in what they ignore, and a change of them would be missed.
 */
export function readByVersion(base: OpenApi, head: OpenApi): readonly [OpenApi, OpenApi] {
  if (isOld(base) === isOld(head)) return [base, head]
  return [withoutIgnored(base), withoutIgnored(head)]
}

const isOld = ({ openapi }: OpenApi) => openapi.startsWith('3.0')

type Node = Record<string, unknown>
type IsIgnored = (keyword: string, schema: Node) => boolean

function withoutIgnored(document: OpenApi): OpenApi {
  return new Copy(isOld(document) ? isIgnoredIn30 : isIgnoredIn31).part(document) as OpenApi
}

/** Keywords of JSON Schema that 3.0 does not have. */
const NEW_IN_31: ReadonlySet<string> = new Set(
  'const if then else contains minContains maxContains propertyNames patternProperties prefixItems dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema'.split(
    ' ',
  ),
)

const EXCLUSIVE: ReadonlySet<string> = new Set(['exclusiveMinimum', 'exclusiveMaximum'])

/** In 3.0, nothing counts beside `$ref`; tools read what belongs to a use, such as `nullable`. */
const isIgnoredIn30: IsIgnored = (keyword, schema) => {
  if (NEW_IN_31.has(keyword)) return true
  if (EXCLUSIVE.has(keyword)) return typeof schema[keyword] !== 'boolean'
  return schema.$ref !== undefined && !OF_USE.has(keyword)
}

const isIgnoredIn31: IsIgnored = (keyword, schema) =>
  keyword === 'nullable' || (EXCLUSIVE.has(keyword) && typeof schema[keyword] === 'boolean')

/** What 3.1 calls the formats of 3.0: https://spec.openapis.org/oas/v3.1.0#considerations-for-file-uploads. */
const FORMATS: readonly [keyword: string, value: string, format: string][] = [
  ['contentEncoding', 'base64', 'byte'],
  ['contentMediaType', 'application/octet-stream', 'binary'],
]

/** Renames a keyword of 3.1 to that of 3.0, because 3.0 does not know it. */
const renamed = (keyword: string, value: unknown): [name: string, value: unknown] => {
  const found = FORMATS.find(([name, known]) => name === keyword && known === value)
  return found ? ['format', found[2]] : [keyword, value]
}

/** Keywords with values, in which nothing is a schema. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum'])

/** Keywords whose members are schemas by name. */
const MAPS: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions'.split(' '),
)

/** Copies a document, each of its objects once: aliases of YAML may repeat them. */
class Copy {
  readonly #isIgnored: IsIgnored
  readonly #parts = new WeakMap<object, unknown>()
  readonly #schemas = new WeakMap<object, unknown>()

  constructor(isIgnored: IsIgnored) {
    this.#isIgnored = isIgnored
  }

  /** Copies a part outside of a schema. */
  part(value: unknown): unknown {
    return mapped(this.#parts, value, (name, member) => {
      if (VALUES.has(name)) return member
      if (name === 'schema') return this.#schema(member)
      return name === 'schemas' ? this.#named(member) : this.part(member)
    })
  }

  #schema(value: unknown): unknown {
    return mapped(this.#schemas, value, (name, member, schema) => {
      if (this.#isIgnored(name, schema)) return undefined
      if (VALUES.has(name)) return member
      return MAPS.has(name) ? this.#named(member) : this.#schema(member)
    })
  }

  #named(value: unknown): unknown {
    return mapped(new WeakMap(), value, (_name, member) => this.#schema(member))
  }
}

type MapMember = (name: string, member: unknown, whole: Node) => unknown

/** Maps the defined members of an object, or the items of a list. */
function mapped(known: WeakMap<object, unknown>, value: unknown, map: MapMember): unknown {
  if (typeof value !== 'object' || value === null) return value
  const found = known.get(value)
  if (found !== undefined) return found
  const members = Object.entries(value)
    .map(([name, member]) => [name, map(name, member, value as Node)] as const)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => renamed(name, member))
  const copy = Array.isArray(value)
    ? members.map(([, member]) => member)
    : Object.fromEntries(members)
  known.set(value, copy)
  return copy
}
