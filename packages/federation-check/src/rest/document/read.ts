// Reads an OpenAPI document, and refuses what the check cannot read.
import { parseJson, UsageError, type Text } from '../../sources/files.ts'
import { checkLevels } from '../../sources/nesting.ts'
import { parseYaml } from '../../sources/yaml.ts'
import type { OpenApi } from '../openapi.ts'
import { checkShape } from './shape.ts'

/**
 * Refuses references to other files, because a part there could change unseen. A base may have
 * them, so that the head can bundle them.
 */
export function refuseOtherFiles(head: Text, document: object = read(head)): void {
  const ref = otherFileIn(document)
  if (ref === undefined) return
  throw new UsageError(
    `${head.file}: $ref ${ref} is in another file, which is not read. Bundle the document into one file.`,
  )
}

/** Keywords with values, in which `$ref` is not a reference. */
const VALUES = new Set(['example', 'examples', 'default', 'const', 'enum'])

function otherFileIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    if (name === '$ref' && typeof part === 'string' && !part.startsWith('#')) return part
    const found = VALUES.has(name) ? undefined : otherFileIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads a document. @throws UsageError for a file that is not an OpenAPI document */
export function read(given: Text): OpenApi {
  const document = given.file.endsWith('.json') ? parseJson(given.text) : parseYaml(given)
  checkLevels(given.file, document)
  if (isDocument(document)) {
    checkShape(given.file, document)
    return document
  }
  if (isSwagger(document)) {
    throw new UsageError(
      `${given.file} is Swagger 2.0, which is not read. Convert it to OpenAPI 3.`,
    )
  }
  throw new UsageError(`${given.file} is not an OpenAPI document.`)
}

const isDocument = (value: unknown): value is OpenApi =>
  typeof (value as Partial<OpenApi> | null)?.openapi === 'string'

const isSwagger = (value: unknown) =>
  typeof value === 'object' && value !== null && 'swagger' in value
