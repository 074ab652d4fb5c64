// The input of the check: one state of a project, or a single file with a schema.
import { basename } from 'node:path'
import type { AccessSettings } from '../config/access-settings.ts'
import type { Contracts } from '../contracts/contract.ts'
import { isDocument, isManifest } from './documents/by-convention.ts'
import type { Files, Text } from './files.ts'
import { matching, one, patternOf } from './layout/globs.ts'
import {
  complete,
  PLACES,
  withSender,
  type DocumentsLayout,
  type IncrementalDirective,
  type Layout,
  type ManifestsLayout,
} from './layout/layout.ts'
import { unmatchedIn } from './layout/unmatched.ts'
import { checkBrackets } from './nesting.ts'
import {
  flatSubgraphs,
  MissingSchemaError,
  named,
  sourcesOf,
  withSource,
  type SubgraphText,
} from './subgraphs.ts'

/** A file with one or several documents of a client. */
export interface DocumentText extends Text, Omit<DocumentsLayout, 'files' | 'schemaExtensions'> {
  /** The path of the file below the common folder of all documents. */
  name: string
  /** SDL that the client adds to the schema. */
  extensions?: readonly Text[]
}

/** A manifest of a client, with the contract that it is sent to. */
export interface ManifestText extends Text, Pick<DocumentsLayout, 'contract'> {}
/** Texts by path. */
export type ConfigTexts = ReadonlyMap<string, string>

/** The texts of both sides by path; a missing file is empty. */
export interface ConfigSides {
  /** Undefined where they are unknown. */
  before: ConfigTexts | undefined
  after: ConfigTexts
  /** Files that are imported only through others. */
  indirect: readonly string[]
  /**
   * Settings that hide findings which fail by default, where the base is a whole project without a
   * known configuration.
   */
  hiding: readonly string[]
}

export interface Tree {
  label: string
  /** True for a file or a folder of files, which is only a part of a project. */
  partial?: true
  /** The kind of a single file, if the other side is a single file of SDL as well. */
  alone?: 'schema' | 'subgraph'
  /** True for a base that is the head itself: the same commit without changes, or the same folder. */
  isHead?: true
  isCommit?: true
  /** Sorted by name; empty when only a supergraph or an API schema is known. */
  subgraphs: SubgraphText[]
  operations: DocumentText[]
  manifests: ManifestText[]
  /** The single file of a tree without subgraphs, or the committed supergraph. */
  supergraph?: Text | undefined
  /** The single file of a tree without subgraphs, or the committed API schema. */
  api?: Text | undefined
  /** Sorted by their files. */
  openapi: Text[]
  /** Sorted by their files. */
  asyncapi: Text[]
  approvals?: Text | undefined
  /** Variants of the API; absent for a single schema. */
  contracts?: Contracts | undefined
  /** What the router serves in parts; absent for a single schema. */
  incrementalDelivery?: readonly IncrementalDirective[]
  /** The texts of the files that decide on the findings, where the side has a configuration. */
  config?: ConfigTexts
  /** The settings about access in the side's own configuration, where it is read. */
  access?: AccessSettings | undefined
  /** Globs of the configuration that match nothing here. */
  unmatched?: readonly string[]
}

/** Reads a project from its sources, not from its generated files. */
export function readTree(files: Files, layout: Layout = {}): Tree {
  return treeOf(files, layout, sourcesOf(files, layout))
}

/**
 * A project as it was served: its generated files, its sources if those are not committed, or a
 * folder with one `<name>.graphql` for each subgraph.
 * @throws UsageError for a folder or commit without a schema
 */
export function readServed(files: Files, layout: Layout = {}): Tree {
  const { committed } = complete(layout)
  const generated = committed.subgraphs ? named(files, committed.subgraphs, []) : []
  const written = sourcesOf(files, layout)
  const whole = generated.length > 0 ? generated.map(withSource(written)) : written
  const known = treeOf(files, layout, whole)
  if (whole.length > 0 || known.supergraph) return known
  const flat = layout.subgraphs === undefined ? [] : flatSubgraphs(files)
  if (flat.length > 0) return { ...known, subgraphs: flat, partial: true }
  throw withoutSchema(files, layout)
}

/** The error for a project without a schema. */
export function withoutSchema({ label }: Pick<Files, 'label'>, layout: Layout): MissingSchemaError {
  const named = layout.subgraphs === undefined ? ELSEWHERE : ''
  return new MissingSchemaError(
    `${label} contains no schema: it needs ${accepted(layout)}.${named}`,
  )
}

const ELSEWHERE =
  ' Or name the place in federation-check.config.json: { "subgraphs": "services/<name>/schema.graphql" }.'

function accepted({ subgraphs, committed }: Layout): string {
  const places = typeof subgraphs === 'string' ? [subgraphs] : subgraphs ? [] : PLACES
  const all = [committed?.supergraph, ...places, ...(subgraphs ? ['<name>.graphql'] : [])]
  const [last, ...others] = all.filter((place) => place !== undefined).toReversed()
  return `${others.toReversed().join(', ')} or ${last}`
}

function treeOf(files: Files, layout: Layout, subgraphs: SubgraphText[]): Tree {
  const whole = complete(layout)
  const { committed, documents, manifests, openapi, asyncapi, approvals, contracts } = whole
  return {
    label: files.label,
    subgraphs,
    operations: unique(documents.flatMap((one) => documentsOf(files, one))).filter(
      ({ text }) => layout.documents !== undefined || isDocument(text),
    ),
    manifests: unique(manifests.flatMap((one) => manifestsOf(files, one)))
      .filter(({ text }) => layout.manifests !== undefined || isManifest(text))
      .toSorted((one, other) => (one.file < other.file ? -1 : 1)),
    supergraph: schemaAt(files, committed.supergraph),
    api: schemaAt(files, committed.api),
    openapi: matching(files, openapi),
    asyncapi: matching(files, asyncapi),
    approvals: one(files, approvals),
    contracts,
    incrementalDelivery: whole.incrementalDelivery,
    unmatched: unmatchedIn(files, layout),
  }
}

function schemaAt(files: Files, path: string | undefined): Text | undefined {
  const found = one(files, path)
  if (found) checkBrackets(found)
  return found
}

/** A single supergraph or API schema. */
export function readSchemaFile({ file, text }: Text): Tree {
  checkBrackets({ file, text })
  const isSupergraph = /\benum\s+join__Graph\b/.test(text)
  return {
    label: basename(file),
    partial: true,
    subgraphs: [],
    operations: [],
    manifests: [],
    openapi: [],
    asyncapi: [],
    [isSupergraph ? 'supergraph' : 'api']: { file, text },
  }
}

function documentsOf(files: Files, given: string | DocumentsLayout): DocumentText[] {
  const { files: glob, schemaExtensions, ...sender } = withSender(given)
  const { base } = patternOf(glob)
  const extensions = schemaExtensions && matching(files, schemaExtensions)
  const isExtension = ({ file }: Text) => extensions?.some((one) => one.file === file)
  return matching(files, [glob])
    .filter((text) => !isExtension(text) && hasTokens(text))
    .map((text) => ({
      ...text,
      ...sender,
      ...(extensions && { extensions }),
      name: base === '.' ? text.file : text.file.slice(base.length + 1),
    }))
}

/** False for a file with nothing but comments, which has no document to parse. */
const hasTokens = ({ text }: Text) => /[^\s,]/.test(text.replaceAll(/#.*/g, ''))

function manifestsOf(files: Files, given: string | ManifestsLayout): ManifestText[] {
  const { files: glob, contract } = withSender(given)
  return matching(files, [glob]).map((text) => ({ ...text, ...(contract && { contract }) }))
}

/** Removes repeated files of one sender. A client may send a file to the router, and to a subgraph or a contract. */
function unique<T extends Text & Pick<DocumentsLayout, 'client' | 'subgraph' | 'contract'>>(
  texts: readonly T[],
): T[] {
  const keyOf = ({ client, subgraph, contract, file }: T) =>
    JSON.stringify([client, subgraph, contract, file])
  return [...new Map(texts.map((text) => [keyOf(text), text])).values()]
}
