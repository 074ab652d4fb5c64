// Reads the manifests of registered clients: every document they send, by the SHA-256 of its text.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A document of a client, as `@apollo/generate-persisted-query-manifest` writes it. */
export interface ClientOperation {
  /** SHA-256 of `body`, in hexadecimal. */
  id: string
  name: string
  type: 'query' | 'mutation' | 'subscription'
  body: string
  /** Where its source is, for the schema check. */
  file?: string
}

export interface Client {
  name: string
  /** The contact to notify before a change breaks one of the documents. */
  owner: string
  operations: ClientOperation[]
}

/**
 * Every client in a folder of manifests; none if there is no folder.
 * @throws with a message for an invalid manifest
 */
export function readClients(folder: URL): Client[] {
  const files = readNames(folder).filter((file) => file.endsWith('.json'))
  return files
    .toSorted()
    .map((file) => parseClient(file, readFileSync(new URL(file, folder), 'utf8')))
}

/**
 * The client that a manifest describes.
 * @param file the file name, which must match the client's name
 * @throws with a message for anything missing, and for an id that is not the SHA-256 of its body
 */
export function parseClient(file: string, text: string): Client {
  const manifest = parseJson(file, text)
  const { format, version, name, owner, operations } = manifest
  if (format !== 'apollo-persisted-query-manifest' || version !== 1) {
    throw new Error(`${file} is not an apollo-persisted-query-manifest of version 1.`)
  }
  if (!isText(name) || !isText(owner)) throw new Error(`${file} must have a name and an owner.`)
  if (basename(file) !== `${name}.json`) throw new Error(`${file} must be named ${name}.json.`)
  if (!Array.isArray(operations)) throw new Error(`${file} must have a list of operations.`)
  return { name, owner, operations: operations.map((operation) => checked(file, operation)) }
}

function checked(file: string, operation: Partial<ClientOperation> | null): ClientOperation {
  const { id, name, type, body, file: source } = operation ?? {}
  if (!isText(name) || !isText(body)) {
    throw new Error(`${file} has an operation without a name or body.`)
  }
  if (type !== 'query' && type !== 'mutation' && type !== 'subscription') {
    throw new Error(`${file}: the type of ${name} must be query, mutation or subscription.`)
  }
  if (id !== documentId(body)) {
    throw new Error(`${file}: the id of ${name} is not the SHA-256 of its body.`)
  }
  return { id, name, type, body, ...(isText(source) && { file: source }) }
}

export function documentId(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

interface Manifest {
  format?: unknown
  version?: unknown
  name?: unknown
  owner?: unknown
  operations?: unknown
}

function parseJson(file: string, text: string): Manifest {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // A value that is not an object is reported below.
  }
  throw new Error(`${file} is not a JSON object.`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function readNames(folder: URL): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
