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
  /** Where the supergraph says that it answers, where that is known. */
  url?: string
}

export interface Tree {
  label: string
  /** True for a file or a folder of files, which by its kind holds a part of a project alone. */
  partial?: true
  /** True for a base that is the head itself: the same commit with nothing changed, or the same folder. */
  isHead?: true
  /** Sorted by name; empty when only a supergraph or an API schema is known. */
  subgraphs: SubgraphText[]
  /** schema/operations/**.graphql and .gql */
  operations: Text[]
  /** schema/clients/*.json */
  manifests: Text[]
  /** The one file of a tree without subgraphs, or what is committed beside them. */
  supergraph?: Text | undefined
  /** The same. */
  api?: Text | undefined
  openapi?: Text | undefined
  approvals?: Text | undefined
}

const COMMON = 'foundation/common.graphql'

/** A project as it is written: its sources, whatever `npm run schema` wrote of them. */
export function readTree(files: Files): Tree {
  return treeOf(files, SUBGRAPH)
}

/**
 * A project as it was served: what `npm run schema` wrote, or the sources where that is not
 * committed, or a folder with one `<name>.graphql` for each subgraph.
 * @throws UsageError for a folder or commit of no schema
 */
export function readServed(files: Files): Tree {
  const found = [...files.list('subgraphs'), ...files.list('schema')]
  const layout = [GENERATED, SUBGRAPH].find((pattern) => found.some((path) => pattern.test(path)))
  const isPart = !layout && !found.includes('schema/supergraph.graphql')
  const tree = treeOf(files, layout ?? (isPart ? FLAT : SUBGRAPH))
  if (tree.subgraphs.length === 0 && !tree.supergraph) {
    const accepted = 'schema/supergraph.graphql, subgraphs/<name>/schema.graphql or <name>.graphql'
    throw new UsageError(`${files.label} has no schema: it needs ${accepted}.`)
  }
  return isPart ? { ...tree, partial: true } : tree
}

function treeOf(files: Files, layout: RegExp): Tree {
  const found = [...files.list('subgraphs'), ...files.list('schema')].toSorted()
  const flat = layout === FLAT ? files.list('.').filter((path) => FLAT.test(path)) : []
  const texts = files.read([COMMON, ...found.filter(isRead), ...flat.toSorted()])
  return {
    label: files.label,
    subgraphs: subgraphsIn(texts, layout),
    operations: matching(texts, OPERATIONS),
    manifests: matching(texts, /^schema\/clients\/[^/]+\.json$/),
    supergraph: textOf(texts, 'schema/supergraph.graphql'),
    api: textOf(texts, 'schema/api.graphql'),
    openapi: textOf(texts, 'schema/openapi.json'),
    approvals: textOf(texts, 'schema/approvals.yaml'),
  }
}

/** A single supergraph or API schema. */
export function readSchemaFile({ file, text }: Text): Tree {
  const isSupergraph = /\benum\s+join__Graph\b/.test(text)
  return {
    label: basename(file),
    partial: true,
    subgraphs: [],
    operations: [],
    manifests: [],
    [isSupergraph ? 'supergraph' : 'api']: { file, text },
  }
}

const GENERATED = /^schema\/subgraphs\/([^/]+)\.graphql$/
const SUBGRAPH = /^subgraphs\/([^/]+)\/schema\.graphql$/
/** What `npm run schema` writes is no subgraph. */
const FLAT = /^(?!(?:api|supergraph)\.)([\w-]+)\.graphql$/
const OPERATIONS = /^schema\/operations\/.+\.(graphql|gql)$/

const isRead = (path: string) =>
  GENERATED.test(path) ||
  SUBGRAPH.test(path) ||
  OPERATIONS.test(path) ||
  /^schema\/(clients\/[^/]+\.json|(api|supergraph)\.graphql|openapi\.json|approvals\.yaml)$/.test(
    path,
  )

function subgraphsIn(texts: ReadonlyMap<string, string>, pattern: RegExp): SubgraphText[] {
  // What is generated has the shared types in it.
  const common = pattern === GENERATED ? [] : matching(texts, new RegExp(`^${COMMON}$`))
  return matching(texts, pattern).map(({ file, text }) => {
    const name = pattern.exec(file)![1]!
    return { name, texts: [{ file: sourceOf(texts, name) ?? file, text }, ...common] }
  })
}

/** The file that a subgraph is written in, whose lines are those of what is generated of it. */
function sourceOf(texts: ReadonlyMap<string, string>, name: string): string | undefined {
  const file = `subgraphs/${name}/schema.graphql`
  return texts.has(file) ? file : undefined
}

function matching(texts: ReadonlyMap<string, string>, pattern: RegExp): Text[] {
  return [...texts].filter(([file]) => pattern.test(file)).map(([file, text]) => ({ file, text }))
}

function textOf(texts: ReadonlyMap<string, string>, file: string): Text | undefined {
  const text = texts.get(file)
  return text === undefined ? undefined : { file, text }
}
