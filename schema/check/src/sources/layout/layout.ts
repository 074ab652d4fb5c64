// Where the files of a project stand: globs, of which one for the subgraphs has `<name>` in it.
import type { Contracts } from '../../contracts/contract.ts'
import { patternOf } from './globs.ts'

/** SDL of one subgraph, as globs, with the address that the router reaches it at. */
export interface SubgraphLayout {
  sdl: string | readonly string[]
  url?: string
}

/** Documents of one client. */
export interface DocumentsLayout {
  files: string
  /** Who sends them, as the report names it. Default: `frontend`. */
  client?: string
  /** Whom to ask before one of them breaks. */
  owner?: string
  /** The one subgraph that they are sent to, past the router: a call from service to service. */
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
  /** What is generated and committed: the base is read from it, since it was served. */
  committed?: { subgraphs?: string; supergraph?: string; api?: string }
  /** Documents of clients. Default: `operations/**` with the ending `.graphql` or `.gql`. */
  documents?: readonly (string | DocumentsLayout)[]
  /** Persisted query manifests as Apollo's tools write them, named like the client. Default: `clients/*.json`. */
  manifests?: readonly (string | ManifestsLayout)[]
  /** What the router serves in parts. */
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

/** With a default for each part that a configuration says nothing of. */
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

/** Where subgraphs are looked for when no configuration says it. */
export const PLACES = [
  'supergraph.yaml',
  'subgraphs/<name>/schema.graphql',
  'subgraphs/<name>.graphql',
  '<name>.graphql',
]

/** Whether a file of a project may change what the check finds. */
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

/** A glob alone is one of documents without a named sender. */
export function withSender(given: string | DocumentsLayout): DocumentsLayout {
  return typeof given === 'string' ? { files: given } : given
}

/** The globs of documents, and of what they need. */
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
