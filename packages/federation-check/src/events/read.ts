// Reads an AsyncAPI document, and refuses what the check cannot read.
import { parseJson, UsageError, type Text } from '../sources/files.ts'
import { checkLevels } from '../sources/nesting.ts'
import { parseYaml } from '../sources/yaml.ts'
import type { AsyncApi } from './asyncapi.ts'
import { checkShape } from './shape.ts'

/** Reads a document. @throws UsageError for a file that is not an AsyncAPI 3 document */
export function read(given: Text): AsyncApi {
  const document = given.file.endsWith('.json') ? parseJson(given.text) : parseYaml(given)
  checkLevels(given.file, document)
  if (!isDocument(document)) throw new UsageError(`${given.file} is not an AsyncAPI document.`)
  if (!document.asyncapi.startsWith('3.')) {
    throw new UsageError(
      `${given.file} is AsyncAPI ${document.asyncapi}, which is not read. Convert it to AsyncAPI 3.`,
    )
  }
  const converted = asOpenApiSchemas(document) as AsyncApi
  checkShape(given.file, converted)
  return converted
}

const isDocument = (value: unknown): value is AsyncApi =>
  typeof (value as Partial<AsyncApi> | null)?.asyncapi === 'string'

/** Keywords with values, in which nothing is a schema. */
const VALUES: ReadonlySet<string> = new Set(['examples', 'default', 'const', 'enum'])

/**
 * A copy with keywords of JSON Schema draft 7 as OpenAPI 3.1 writes them: AsyncAPI names a discriminator alone, and
 * lists `items`. Each object is copied once, since aliases of YAML may repeat it.
 */
function asOpenApiSchemas(document: object): unknown {
  const copies = new WeakMap<object, unknown>()
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = copies.get(value)
    if (known !== undefined) return known
    const copied = Array.isArray(value) ? value.map(copy) : Object.fromEntries(membersOf(value))
    copies.set(value, copied)
    return copied
  }
  const membersOf = (value: object) =>
    Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => {
      if (VALUES.has(name)) return [name, member]
      if (name === 'discriminator' && typeof member === 'string') {
        return [name, { propertyName: member }]
      }
      return [name === 'items' && Array.isArray(member) ? 'prefixItems' : name, copy(member)]
    })
  return copy(document)
}
