// All known operations: documents of frontends, of registered clients, and of REST routes.
import { basename } from 'node:path'
import { GraphQLError, Kind, parse, print, Source, type DocumentNode } from 'graphql'
import { UsageError, type Text } from '../files.ts'
import { checkBrackets } from '../nesting.ts'
import type { DocumentText, ManifestText, Tree } from '../tree.ts'
import { asSent } from './client/as-sent.ts'
import { checkExpansion } from './expansion.ts'
import { withFragments } from './fragments.ts'
import { readManifest } from './manifests.ts'

export interface KnownOperation {
  /** The sender: a registered client, `frontend`, or `REST`. */
  client: string
  /** The owner of a registered client. */
  owner?: string
  /** The name of the document: its file, its name in the manifest, or method and path. */
  name: string
  /** The id that a registered client sends instead of the text. */
  id?: string
  /** The file it was read from or, if its manifest names one, its source file. */
  file: string
  /** Its line, in a file that is not itself the document. */
  line?: number
  /** The document as sent. */
  document: DocumentNode
  /** The number of the variant, where several fragments of one name are equally near. */
  variant?: number
  /** The subgraph it is sent to directly; undefined when it is sent to the router. */
  subgraph?: string
  /** The contract whose variant of the API it is sent to. */
  contract?: string
  /** The configured directives that its client handles itself. */
  directives?: readonly string[]
  /** SDL that its client adds to the schema. */
  extensions?: readonly Text[]
}

/** The part of a REST route that has its operation. */
interface RouteOperation {
  method: string
  path: string
  operation: string
  /** The file that defines the route. */
  file?: string
}

/** The routes by the name of the subgraph that resolves them. */
export type RouteTables = Readonly<Record<string, readonly RouteOperation[]>>

/** Reads all known operations. @throws UsageError for a document or manifest that cannot be read */
export function knownOperations(tree: Tree, routes: RouteTables): KnownOperation[] {
  const operations: KnownOperation[] = [
    ...withFragments(tree.operations.map(fromDocument)).map(sent),
    ...tree.manifests.flatMap(manifestReader(tree.manifests)),
    ...Object.entries(routes).flatMap(([subgraph, rows]) =>
      rows.map((row) => fromRoute(subgraph, row)),
    ),
  ]
  for (const { file, document } of operations) checkExpansion(file, document)
  return operations
}

/** The operation in the form that its client sends. @throws UsageError for a document that is too large */
function sent(one: KnownOperation): KnownOperation {
  checkExpansion(one.file, one.document)
  return { ...one, document: asSent(one.document, one.directives ?? []) }
}

/** The operations of a base. An invalid document is skipped, so that the head can fix it. */
export function readableOperations({ operations, manifests }: Tree): KnownOperation[] {
  const fromManifest = manifestReader(manifests)
  return [
    ...withFragments(operations.flatMap((text) => tolerate(() => [fromDocument(text)]))).flatMap(
      (one) => tolerate(() => [sent(one)]),
    ),
    ...manifests.flatMap((text) => tolerate(() => fromManifest(text))),
  ].flatMap((one) =>
    tolerate(() => {
      checkExpansion(one.file, one.document)
      return [one]
    }),
  )
}

function tolerate(read: () => KnownOperation[]): KnownOperation[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** The name of an operation in reports. */
export function labelOf({ client, name }: KnownOperation): string {
  return `${client}: ${name}`
}

function fromDocument({ text, client = 'frontend', ...known }: DocumentText): KnownOperation {
  return { ...known, client, document: withoutRepeats(read(known.file, text)) }
}

/** Removes repeated definitions. graphql-tag and code generators accept fragments that are written twice alike. */
function withoutRepeats(document: DocumentNode): DocumentNode {
  const texts = document.definitions.map(print)
  const definitions = document.definitions.filter(
    ({ kind }, index) =>
      kind !== Kind.FRAGMENT_DEFINITION || texts.indexOf(texts[index]!) === index,
  )
  return { ...document, definitions }
}

/**
 * Reads manifests. A client without a name is named like its file or, where several files have that
 * name, by its path.
 */
function manifestReader(all: readonly Text[]) {
  const isShared = (file: string) =>
    all.filter((one) => basename(one.file) === basename(file)).length > 1
  return ({ file, text, contract }: ManifestText): KnownOperation[] => {
    const path = file.replace(/\.json$/, '')
    const { owner, operations, ...own } = readManifest({ file, text })
    const client = own.client ?? (isShared(file) ? path : basename(path))
    return operations.map(({ id, name, body, file: source }) => {
      // The line is left out when there is a source file, because it is a line of the manifest.
      const at = source ? { file: source } : { file, line: lineOf(text, JSON.stringify(id)) }
      const sent = { ...(owner && { owner }), ...(contract && { contract }) }
      return { client, ...sent, name, id, ...at, document: read(file, body) }
    })
  }
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length
}

function fromRoute(subgraph: string, { method, path, operation, file = 'REST' }: RouteOperation) {
  const name = `${method.toUpperCase()} ${path}`
  return { client: 'REST', name, file, subgraph, document: read(file, operation) }
}

/** Parses a document. @throws UsageError with the place of a syntax error, and for too many levels */
function read(file: string, text: string): DocumentNode {
  checkBrackets({ file, text })
  try {
    return parse(new Source(text, file))
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw new UsageError(`${file}:${error.locations?.[0]?.line}: ${error.message}`)
  }
}
