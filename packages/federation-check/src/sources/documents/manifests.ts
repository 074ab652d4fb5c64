// Persisted query manifests: every document that a registered client sends, by the id that it sends.
import { createHash } from 'node:crypto'
import { parseJson, UsageError, type Text } from '../files.ts'
import { checkLevels } from '../nesting.ts'

/** The value of `format` in a manifest. */
export const MANIFEST_FORMAT = 'apollo-persisted-query-manifest'

export interface Manifest {
  /** The client that the manifest names. */
  client?: string
  owner?: string
  operations: {
    id: string
    name: string
    body: string
    /** The source file of the document, such as the screen that sends it. */
    file?: string
  }[]
}

/**
 * Reads a manifest as `@apollo/generate-persisted-query-manifest` writes it
 * (https://www.apollographql.com/docs/graphos/platform/security/persisted-queries#manifest-format).
 * @throws UsageError for one that is not complete, and for an id in the form of a SHA-256 that its body does not have
 */
export function readManifest({ file, text }: Text): Manifest {
  const { format, version, name, owner, operations } = readJson(file, text)
  if (format !== MANIFEST_FORMAT || version !== 1) {
    throw new UsageError(`${file} is no ${MANIFEST_FORMAT} of version 1.`)
  }
  if (!Array.isArray(operations)) throw new UsageError(`${file} must have a list of operations.`)
  return {
    ...(isText(name) && { client: name }),
    ...(isText(owner) && { owner }),
    operations: operations.map((operation) =>
      checked(file, operation as Partial<Operation> | null),
    ),
  }
}

type Operation = Manifest['operations'][number]

function checked(file: string, operation: Partial<Operation> | null): Operation {
  const { id, name, body, file: source } = operation ?? {}
  if (!isText(name) || !isText(body) || !isText(id)) {
    throw new UsageError(`${file} has an operation without id, name or body.`)
  }
  if (/^[0-9a-f]{64}$/i.test(id) && id !== createHash('sha256').update(body).digest('hex')) {
    throw new UsageError(`${file}: the id of ${name} is not the SHA-256 of its body.`)
  }
  return { id, name, body, ...(isText(source) && { file: source }) }
}

function readJson(file: string, text: string): Record<string, unknown> {
  const value = parseJson(text)
  checkLevels(file, value)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new UsageError(`${file} holds no JSON object.`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
