// What the check reads of one state of the project, or of a single file with a schema.
import { basename } from 'node:path'
import { UsageError, type Files } from './files.ts'

/** A file and what is in it. */
export interface Text {
  file: string
  text: string
}

/** A subgraph's own SDL and the shared types. */
export interface SubgraphText {
  name: string
  texts: Text[]
}

export interface Tree {
  label: string
  /** Sorted by name; empty when only a supergraph or an API schema is known. */
  subgraphs: SubgraphText[]
  /** schema/operations/**.graphql and .gql */
  operations: Text[]
  /** schema/clients/*.json */
  manifests: Text[]
  /** The one file of a tree without subgraphs. */
  supergraph?: Text | undefined
  /** The same, or what is committed beside the subgraphs. */
  api?: Text | undefined
  openapi?: Text | undefined
  approvals?: Text | undefined
}

const COMMON = 'foundation/common.graphql'

/** Reads a project laid out as this one, or a folder with one `<name>.graphql` for each subgraph. */
export function readTree(files: Files): Tree {
  const found = [...files.list('subgraphs'), ...files.list('schema')].toSorted()
  const isLaidOut = found.some((path) => SUBGRAPH.test(path))
  const flat = isLaidOut ? [] : files.list('.').filter((path) => FLAT.test(path))
  const texts = files.read([COMMON, ...found.filter(isRead), ...flat.toSorted()])
  const tree = {
    label: files.label,
    subgraphs: subgraphsIn(texts, isLaidOut ? SUBGRAPH : FLAT),
    operations: matching(texts, OPERATIONS),
    manifests: matching(texts, /^schema\/clients\/[^/]+\.json$/),
    api: textOf(texts, 'schema/api.graphql'),
    openapi: textOf(texts, 'schema/openapi.json'),
    approvals: textOf(texts, 'schema/approvals.yaml'),
  }
  if (tree.subgraphs.length > 0) return tree
  throw new UsageError(`${files.label} has no subgraphs/<name>/schema.graphql.`)
}

/** A single supergraph or API schema. */
export function readSchemaFile({ file, text }: Text): Tree {
  const isSupergraph = /\benum\s+join__Graph\b/.test(text)
  return {
    label: basename(file),
    subgraphs: [],
    operations: [],
    manifests: [],
    [isSupergraph ? 'supergraph' : 'api']: { file, text },
  }
}

const SUBGRAPH = /^subgraphs\/([^/]+)\/schema\.graphql$/
/** What `npm run schema` writes is no subgraph. */
const FLAT = /^(?!(?:api|supergraph)\.)([\w-]+)\.graphql$/
const OPERATIONS = /^schema\/operations\/.+\.(graphql|gql)$/

const isRead = (path: string) =>
  SUBGRAPH.test(path) ||
  OPERATIONS.test(path) ||
  /^schema\/(clients\/[^/]+\.json|api\.graphql|openapi\.json|approvals\.yaml)$/.test(path)

function subgraphsIn(texts: ReadonlyMap<string, string>, pattern: RegExp): SubgraphText[] {
  const common = matching(texts, new RegExp(`^${COMMON}$`))
  return matching(texts, pattern).map((own) => ({
    name: pattern.exec(own.file)![1]!,
    texts: [own, ...common],
  }))
}

function matching(texts: ReadonlyMap<string, string>, pattern: RegExp): Text[] {
  return [...texts].filter(([file]) => pattern.test(file)).map(([file, text]) => ({ file, text }))
}

function textOf(texts: ReadonlyMap<string, string>, file: string): Text | undefined {
  const text = texts.get(file)
  return text === undefined ? undefined : { file, text }
}
