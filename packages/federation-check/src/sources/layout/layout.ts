// The locations of a project's files, as globs. A glob for subgraphs has `<name>` in it.
import type { Contracts } from '../../contracts/contract.ts'
import { patternOf } from './globs.ts'

/** SDL of one subgraph, as globs, with the URL at which the router reaches it. */
export interface SubgraphLayout {
  sdl: string | readonly string[]
  url?: string
}

/** Documents of one client. */
export interface DocumentsLayout {
  files: string
  /** The sender's name in reports. Default: `frontend`. */
  client?: string
  /** The contact to ask before a change breaks one of them. */
  owner?: string
  /** The subgraph that they are sent to directly, in a call from service to service. */
  subgraph?: string
  /** The contract whose variant of the API they are sent to. */
  contract?: string
  /** Directives that the client reads itself: `apollo`, `relay`, `urql`, or by name, such as `@track`. */
  directives?: readonly string[]
  /** SDL with the types and fields that the client adds to the schema and resolves itself, as globs. */
  schemaExtensions?: readonly string[]
}

/** Persisted query manifests of one contract. */
export type ManifestsLayout = Pick<DocumentsLayout, 'files' | 'contract'>

export type IncrementalDirective = '@defer' | '@stream'

export interface Layout {
  /**
   * The SDL of each subgraph: a glob such as `services/<name>/schema.graphql`, a file of Rover's
   * (`supergraph.yaml`), or each by its name. Default: the first of `supergraph.yaml`,
   * `subgraphs/<name>/schema.graphql`, `subgraphs/<name>.graphql` and `<name>.graphql` that there is.
   */
  subgraphs?: string | Readonly<Record<string, string | readonly string[] | SubgraphLayout>>
  /** SDL that is part of every subgraph. */
  shared?: readonly string[]
  /** Committed generated files. The base is read from them, because they were served. */
  committed?: { subgraphs?: string; supergraph?: string; api?: string }
  /** Documents of clients. Default: `operations/**` with the ending `.graphql` or `.gql`. */
  documents?: readonly (string | DocumentsLayout)[]
  /** Persisted query manifests as Apollo's tools write them, named like the client. Default: `clients/*.json`. */
  manifests?: readonly (string | ManifestsLayout)[]
  /** The directives of incremental delivery that the router serves. */
  incrementalDelivery?: readonly IncrementalDirective[]
  /** OpenAPI documents, as JSON or YAML. Default: `openapi.json` and `openapi.yaml`. */
  openapi?: readonly string[]
  /** AsyncAPI documents, as JSON or YAML. Default: `asyncapi.json` and `asyncapi.yaml`. */
  asyncapi?: readonly string[]
  /** The list of approvals. Default: `approvals.yaml`. */
  approvals?: string
  /** Variants of the API, by name. */
  contracts?: Contracts
  /** Files besides these that decide what is served, such as code that builds a schema. */
  code?: readonly string[]
}

/** The layout with a default for each missing part. */
export function complete(layout: Layout): Layout & typeof DEFAULTS {
  return { ...DEFAULTS, ...layout }
}

const DEFAULTS = {
  shared: [] as readonly string[],
  committed: {} as NonNullable<Layout['committed']>,
  documents: ['operations/**/*.{graphql,gql}'] as NonNullable<Layout['documents']>,
  manifests: ['clients/*.json'] as NonNullable<Layout['manifests']>,
  incrementalDelivery: [] as readonly IncrementalDirective[],
  openapi: ['openapi.{json,yaml,yml}'] as readonly string[],
  asyncapi: ['asyncapi.{json,yaml,yml}'] as readonly string[],
  approvals: 'approvals.yaml',
  contracts: {} as Contracts,
  code: [] as readonly string[],
}

/** The places where subgraphs are looked for without a configuration. */
export const PLACES = [
  'supergraph.yaml',
  'subgraphs/<name>/schema.graphql',
  'subgraphs/<name>.graphql',
  '<name>.graphql',
]

/** Returns a function that is true for files that may affect the findings. */
export function readBy(layout: Layout): (path: string) => boolean {
  const { subgraphs = PLACES, ...whole } = complete(layout)
  const globs = [
    ...sdlIn(subgraphs),
    ...Object.values(whole.committed),
    ...[...whole.documents, ...whole.manifests].flatMap(globsOfSender),
    ...[whole.shared, whole.openapi, whole.asyncapi, whole.approvals, whole.code].flat(),
  ]
  const patterns = globs.map(patternOf)
  return (path) => patterns.some(({ match }) => match(path))
}

function sdlIn(subgraphs: NonNullable<Layout['subgraphs']> | readonly string[]): string[] {
  if (typeof subgraphs === 'string') return [subgraphs]
  return Object.values<SubgraphSdl>(subgraphs).flatMap(globsOf)
}

/** Adds the default sender to a plain glob. */
export function withSender(given: string | DocumentsLayout): DocumentsLayout {
  return typeof given === 'string' ? { files: given } : given
}

/** The globs of documents, and of the schema extensions that they need. */
export function globsOfSender(given: string | DocumentsLayout): string[] {
  const { files, schemaExtensions = [] } = withSender(given)
  return [files, ...schemaExtensions]
}

type SubgraphSdl = string | readonly string[] | SubgraphLayout

/** The globs of one subgraph's SDL. */
export function globsOf(given: SubgraphSdl): readonly string[] {
  if (typeof given === 'string') return [given]
  return 'sdl' in given ? globsOf(given.sdl) : given
}
