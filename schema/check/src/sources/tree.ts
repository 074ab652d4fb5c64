// The input of the check: one state of a project, or a single file with a schema.
import { basename } from 'node:path'
import { isDocument, isManifest } from './by-convention.ts'
import { UsageError, type Files, type Text } from './files.ts'
import { pathsMatching, patternOf } from './globs.ts'
import {
  complete,
  globsOf,
  PLACES,
  withSender,
  type DocumentsLayout,
  type Layout,
} from './layout.ts'
import { readSupergraphConfig } from './supergraph-config.ts'
import { unmatchedIn } from './unmatched.ts'

/** A document of a client, or several. */
export interface DocumentText extends Text, Omit<DocumentsLayout, 'files'> {
  /** The file below the folder that all documents are in. */
  name: string
}

/** A subgraph's own SDL and the shared types. */
export interface SubgraphText {
  name: string
  texts: Text[]
  /** Its address in the supergraph, if known. */
  url?: string
}

export interface Tree {
  label: string
  /** True for a file or a folder of files, which is only a part of a project. */
  partial?: true
  /** True for a base that is the head itself: the same commit without changes, or the same folder. */
  isHead?: true
  /** Sorted by name; empty when only a supergraph or an API schema is known. */
  subgraphs: SubgraphText[]
  operations: DocumentText[]
  manifests: Text[]
  /** The single file of a tree without subgraphs, or the committed supergraph. */
  supergraph?: Text | undefined
  /** The same. */
  api?: Text | undefined
  /** Sorted by their files. */
  openapi: Text[]
  approvals?: Text | undefined
  /** The configuration: the text of each file that it may stand in, where that is known. */
  config?: ReadonlyMap<string, string>
  /** Globs of the configuration that match nothing here. */
  unmatched?: readonly string[]
}

/** A project from its sources, not from its generated files. */
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

/** A project in which the configuration finds no SDL, or not that of every subgraph. */
export class MissingSchemaError extends UsageError {}

/** What a project that has nothing to check is answered with. */
export function withoutSchema({ label }: Pick<Files, 'label'>, layout: Layout): MissingSchemaError {
  return new MissingSchemaError(`${label} contains no schema: it needs ${accepted(layout)}.`)
}

function accepted({ subgraphs, committed }: Layout): string {
  const places = typeof subgraphs === 'string' ? [subgraphs] : subgraphs ? [] : PLACES
  const all = [committed?.supergraph, ...places, ...(subgraphs ? ['<name>.graphql'] : [])]
  const [last, ...others] = all.filter((place) => place !== undefined).toReversed()
  return `${others.toReversed().join(', ')} or ${last}`
}

function treeOf(files: Files, layout: Layout, subgraphs: SubgraphText[]): Tree {
  const { committed, documents, manifests, openapi, approvals } = complete(layout)
  return {
    label: files.label,
    subgraphs,
    operations: unique(documents.flatMap((one) => documentsOf(files, one))).filter(
      ({ text }) => layout.documents !== undefined || isDocument(text),
    ),
    manifests: matching(files, manifests).filter(
      ({ text }) => layout.manifests !== undefined || isManifest(text),
    ),
    supergraph: one(files, committed.supergraph),
    api: one(files, committed.api),
    openapi: matching(files, openapi),
    approvals: one(files, approvals),
    unmatched: unmatchedIn(files, layout),
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
    openapi: [],
    [isSupergraph ? 'supergraph' : 'api']: { file, text },
  }
}

function sourcesOf(files: Files, layout: Layout): SubgraphText[] {
  const { subgraphs, shared } = complete(layout)
  const common = matching(files, shared)
  if (typeof subgraphs === 'string') return named(files, subgraphs, common)
  if (subgraphs !== undefined) return listed(files, subgraphs, common)
  for (const place of PLACES) {
    const found = place === FLAT ? flatSubgraphs(files) : named(files, place, common)
    if (found.length > 0) return found
  }
  return []
}

/** Each subgraph as a file of Rover's lists it, or as a glob finds it. */
function named(files: Files, place: string, common: readonly Text[]): SubgraphText[] {
  if (/\.ya?ml$/.test(place)) {
    const config = one(files, place)
    return config ? listed(files, readSupergraphConfig(config), common) : []
  }
  if (!place.includes('<name>')) {
    throw new UsageError(
      `subgraphs: ${place} must have <name> in it, or be a YAML file of Rover's.`,
    )
  }
  return subgraphsAt(files, place, common)
}

function subgraphsAt(files: Files, glob: string, common: readonly Text[]): SubgraphText[] {
  const { match } = patternOf(glob)
  const found = Map.groupBy(matching(files, [glob]), ({ file }) => match(file)!.name!)
  return [...found].map(([name, texts]) => ({ name, texts: [...texts, ...common] }))
}

const FLAT = '<name>.graphql'
/** Composed files are not subgraphs. */
const COMPOSED = ['api', 'supergraph']

function flatSubgraphs(files: Files): SubgraphText[] {
  return subgraphsAt(files, FLAT, []).filter(({ name }) => !COMPOSED.includes(name))
}

type Listed = Exclude<NonNullable<Layout['subgraphs']>, string>

function listed(files: Files, subgraphs: Listed, common: readonly Text[]): SubgraphText[] {
  const entries = Object.entries(subgraphs).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([name, given]) => {
    const globs = globsOf(given)
    const texts = matching(files, globs)
    if (texts.length === 0) {
      throw new MissingSchemaError(
        `${files.label} has no SDL of the subgraph ${name}: ${globs.join(', ')}.`,
      )
    }
    const url = typeof given === 'object' && 'url' in given ? given.url : undefined
    return { name, texts: [...texts, ...common], ...(url !== undefined && { url }) }
  })
}

/** Generated SDL has the same line numbers as its source. */
function withSource(written: readonly SubgraphText[]) {
  const sources = new Map(written.map(({ name, texts }) => [name, texts[0]?.file]))
  return (generated: SubgraphText): SubgraphText => {
    const [text, ...others] = generated.texts
    const file = sources.get(generated.name) ?? text!.file
    return { ...generated, texts: [{ ...text!, file }, ...others] }
  }
}

function documentsOf(files: Files, given: string | DocumentsLayout): DocumentText[] {
  const { files: glob, ...sender } = withSender(given)
  const { base } = patternOf(glob)
  return matching(files, [glob]).map((text) => ({
    ...text,
    ...sender,
    name: base === '.' ? text.file : text.file.slice(base.length + 1),
  }))
}

function unique(texts: readonly DocumentText[]): DocumentText[] {
  return [...new Map(texts.map((text) => [`${text.client ?? ''} ${text.file}`, text])).values()]
}

/** The files that match a glob, sorted by path. */
function matching(files: Files, globs: readonly string[]): Text[] {
  const paths = globs.flatMap((glob) => pathsMatching(files, glob))
  const texts = files.read([...new Set(paths)].toSorted())
  return [...texts].map(([file, text]) => ({ file, text }))
}

function one(files: Files, path: string | undefined): Text | undefined {
  const text = path === undefined ? undefined : files.read([path]).get(path)
  return text === undefined ? undefined : { file: path!, text }
}
