// Parses a subgraph, and renames its directives and root types to the names of federation.
import {
  concatAST,
  Kind,
  visit,
  type ASTNode,
  type ConstDirectiveNode,
  type DocumentNode,
} from 'graphql'
import type { SubgraphText } from '../sources/subgraphs.ts'
import {
  argumentOf,
  asList,
  directivesNamed,
  parseText,
  textOf,
  type SubgraphDocument,
} from './sdl.ts'

/** Parses a subgraph. @throws GraphQLError for a syntax error, with the file's name */
export function parseSubgraph({ name, texts }: SubgraphText): SubgraphDocument {
  const written = concatAST(texts.map(parseText))
  const known = { name, written, document: withFederationNames(written) }
  return linksIn(written).some(isFederation) ? known : { ...known, unlinked: true }
}

function withFederationNames(document: DocumentNode): DocumentNode {
  const own = ownNames(document)
  const directives = new Map([...otherNames(importedNames(document), document), ...own])
  const roots = otherNames(rootNames(document), document)
  if (directives.size + roots.size === 0) return document
  const renamed = (names: ReadonlyMap<string, string>) => (node: ASTNode) => {
    if (!('name' in node) || node.name?.kind !== Kind.NAME) return undefined
    const value = names.get(node.name.value)
    return value === undefined ? undefined : { ...node, name: { ...node.name, value } }
  }
  return visit(document, {
    Directive: { leave: renamed(directives) },
    DirectiveDefinition: { leave: renamed(own) },
    NamedType: renamed(roots),
    ObjectTypeDefinition: { leave: renamed(roots) },
    ObjectTypeExtension: { leave: renamed(roots) },
  })
}

/** The names in the document that differ from those of federation. Usually there are none. */
function otherNames(
  names: ReadonlyMap<string, string>,
  { definitions }: DocumentNode,
): ReadonlyMap<string, string> {
  const texts = new Set(definitions.map(({ loc }) => loc?.source.body))
  const isUsed = (name: string) => [...texts].some((text) => text?.includes(name) !== false)
  return new Map([...names].filter(([local, name]) => local !== name && isUsed(local)))
}

/** Maps the subgraph's names of its root types to `Query` and so on, as composition does. */
function rootNames(document: DocumentNode): Map<string, string> {
  const names = new Map<string, string>()
  for (const node of document.definitions) {
    if (node.kind !== Kind.SCHEMA_EXTENSION && node.kind !== Kind.SCHEMA_DEFINITION) continue
    for (const { operation, type } of node.operationTypes ?? []) {
      names.set(type.name.value, `${operation[0]!.toUpperCase()}${operation.slice(1)}`)
    }
  }
  return names
}

/**
 * New names for directives that a subgraph defines itself under a name of federation. No router
 * enforces such an `@authenticated`.
 */
function ownNames(document: DocumentNode): Map<string, string> {
  const linked = linkedNames(document)
  const defined = document.definitions.flatMap((node) =>
    node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [],
  )
  const own = defined.filter((name) => isOfFederation(name) && !linked.has(name))
  return new Map(own.map((name) => [name, ownName(name)]))
}

/** The new name of such a directive in the document. */
export const ownName = (name: string) => `own${name[0]!.toUpperCase()}${name.slice(1)}`

const isOfFederation = (name: string) => (DIRECTIVES as readonly string[]).includes(name)

/** The directives of Federation 1, which need no link. */
const UNLINKED = ['key', 'requires', 'provides', 'external', 'extends', 'tag', 'inaccessible']

/** Names of imported directives, or of whole specifications, in a document. */
function linkedNames(document: DocumentNode): Set<string> {
  const links = linksIn(document)
  if (!links.some(isFederation)) return new Set(UNLINKED)
  const specifications = links.map(
    (link) => /\/(\w+)\/v[^/]*$/.exec(textOf(link, 'url'))?.[1] ?? '',
  )
  return new Set([...specifications, ...links.flatMap(imports).map(([local]) => local)])
}

const isFederation = (link: ConstDirectiveNode) => /\/federation\/v/.test(textOf(link, 'url'))

function linksIn({ definitions }: DocumentNode): ConstDirectiveNode[] {
  return definitions.flatMap((node) =>
    node.kind === Kind.SCHEMA_EXTENSION || node.kind === Kind.SCHEMA_DEFINITION
      ? directivesNamed(node, 'link')
      : [],
  )
}

/** The federation names of directives, by the names under which `@link` imports them. */
function importedNames(document: DocumentNode): Map<string, string> {
  const names = new Map<string, string>()
  for (const link of linksIn(document)) {
    if (!isFederation(link)) continue
    const prefix = (textOf(link, 'as') || 'federation').replace('@', '')
    for (const name of DIRECTIVES) names.set(`${prefix}__${name}`, name)
    for (const [local, name] of imports(link)) names.set(local, name)
  }
  return names
}

function imports(link: ConstDirectiveNode): [local: string, name: string][] {
  const imported = asList(argumentOf(link, 'import')) as (
    string | { name: unknown; as?: unknown }
  )[]
  return imported.flatMap((entry): [string, string][] => {
    const { name, as = name } = typeof entry === 'string' ? { name: entry } : (entry ?? {})
    // Composition reports a member of another type.
    if (typeof name !== 'string' || typeof as !== 'string') return []
    return [[as.replace('@', ''), name.replace('@', '')]]
  })
}

/** Directives of the federation (https://specs.apollo.dev/federation/v2.12). */
export const DIRECTIVES = [
  'key',
  'shareable',
  'external',
  'requires',
  'provides',
  'override',
  'extends',
  'interfaceObject',
  'inaccessible',
  'tag',
  'composeDirective',
  'authenticated',
  'requiresScopes',
  'policy',
  'context',
  'fromContext',
  'cost',
  'listSize',
  'cacheTag',
] as const
