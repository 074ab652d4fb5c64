// Every operation that somebody is known to send: documents of frontends, of registered clients, of REST.
import { GraphQLError, parse, Source, type DocumentNode } from 'graphql'
import { parseClient } from '../../../router/clients.ts'
import { UsageError } from './files.ts'
import { withFragments } from './fragments.ts'
import type { Text, Tree } from './tree.ts'

export interface KnownOperation {
  /** Who sends it: a registered client, `frontend`, or `REST`. */
  client: string
  /** Whom to ask before it breaks, where somebody is registered. */
  owner?: string
  /** Of the document: its file, its name in the manifest, or method and path. */
  name: string
  /** What a registered client sends in the place of the text. */
  id?: string
  file: string
  document: DocumentNode
  /** The one subgraph it is sent to, past the router; undefined when the router answers. */
  subgraph?: string
}

/** The part of a REST route that says what it asks. */
export interface RouteOperation {
  method: string
  path: string
  operation: string
}

/** By the name of the subgraph that answers. */
export type RouteTables = Readonly<Record<string, readonly RouteOperation[]>>

/** @throws UsageError for a document or manifest that cannot be read */
export function knownOperations(tree: Tree, routes: RouteTables): KnownOperation[] {
  return [
    ...withFragments(tree.operations.map(fromDocument)),
    ...tree.manifests.flatMap(fromManifest),
    ...Object.entries(routes).flatMap(([subgraph, rows]) =>
      rows.map((row) => fromRoute(subgraph, row)),
    ),
  ]
}

/** Those of a base: a document that it has wrong must not keep the head from having it right. */
export function readableOperations({ operations, manifests }: Tree): KnownOperation[] {
  return [
    ...withFragments(operations.flatMap((text) => tolerate(() => [fromDocument(text)]))),
    ...manifests.flatMap((text) => tolerate(() => fromManifest(text))),
  ]
}

function tolerate(read: () => KnownOperation[]): KnownOperation[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** How a report names an operation. */
export function labelOf({ client, name }: KnownOperation): string {
  return `${client}: ${name}`
}

function fromDocument({ file, text }: Text): KnownOperation {
  const name = file.replace('schema/operations/', '')
  return { client: 'frontend', name, file, document: read(file, text) }
}

function fromManifest({ file, text }: Text): KnownOperation[] {
  const { name: client, owner, operations } = refuse(() => parseClient(file, text))
  return operations.map(({ id, name, body }) => {
    return { client, owner, name, id, file, document: read(file, body) }
  })
}

function fromRoute(subgraph: string, { method, path, operation }: RouteOperation): KnownOperation {
  const name = `${method.toUpperCase()} ${path}`
  const file = `rest-adapters/${subgraph}.ts`
  return { client: 'REST', name, file, subgraph, document: read(file, operation) }
}

function read(file: string, text: string): DocumentNode {
  return refuse(() => parse(new Source(text, file)))
}

function refuse<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const line = error instanceof GraphQLError ? error.locations?.[0]?.line : undefined
    const place = error instanceof GraphQLError ? `${error.source?.name}:${line}: ` : ''
    throw new UsageError(`${place}${error.message}`)
  }
}
