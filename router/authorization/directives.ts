// The authorization directives of a supergraph, under the names that they have there.
import { visit, type DocumentNode } from 'graphql'
import {
  directiveNameOf,
  linkedFeatures,
  type LinkedFeature,
} from '../supergraph/linked-features.ts'

const DIRECTIVES = ['authenticated', 'requiresScopes', 'policy'] as const

export type AuthorizationDirective = (typeof DIRECTIVES)[number]

/** The versions that this router enforces. */
const ENFORCED: Record<AuthorizationDirective, readonly string[]> = {
  authenticated: ['v0.1'],
  requiresScopes: ['v0.1'],
  policy: ['v0.1'],
}

/** Other features that a supergraph marks as required (`for:`), which the planner and the executor support. */
const SERVED: Record<string, readonly string[]> = {
  join: ['v0.1', 'v0.2', 'v0.3', 'v0.4', 'v0.5'],
  inaccessible: ['v0.1', 'v0.2'],
  context: ['v0.1'],
}

/** True for a feature whose directive this router enforces. */
export function isEnforced({ isApollo, name, version }: LinkedFeature): boolean {
  return isApollo && isVersion(ENFORCED, name, version)
}

/**
 * The directives by their names in the supergraph, without `@`.
 * @throws for a version that this router does not enforce, a feature with a purpose that it does not know, and a
 * directive that is used without a link
 */
export function authorizationDirectives(
  document: DocumentNode,
): ReadonlyMap<string, AuthorizationDirective> {
  const features = linkedFeatures(document)
  for (const feature of features) refuseUnknown(feature)
  const names = new Map(features.flatMap(namesOf))
  const foreign = features.filter(({ isApollo }) => !isApollo)
  const others = foreign.flatMap(({ imports, prefix }) => [`@${prefix}`, ...imports.values()])
  refuseUnlinked(document, (name) => names.has(name) || others.includes(`@${name}`))
  return names
}

function refuseUnknown(feature: LinkedFeature): void {
  const { isApollo, name, purpose, url, version } = feature
  const isAuthorization = isApollo && Object.hasOwn(ENFORCED, name)
  if (!isAuthorization && purpose === undefined) return
  if (isEnforced(feature)) return
  if (isApollo && isVersion(SERVED, name, version)) return
  throw new Error(
    `The supergraph links ${url}${purpose === undefined ? '' : ` for: ${purpose}`}, which this router does not support.`,
  )
}

function isVersion(
  known: Readonly<Record<string, readonly string[]>>,
  name: string,
  version: string | undefined,
): boolean {
  return version !== undefined && Object.hasOwn(known, name) && known[name]!.includes(version)
}

/** A link to federation itself may import the directives, too. */
function namesOf(feature: LinkedFeature): [string, AuthorizationDirective][] {
  if (!feature.isApollo) return []
  return DIRECTIVES.filter((name) => name === feature.name || feature.name === 'federation').map(
    (name) => [directiveNameOf(feature, name), name],
  )
}

function refuseUnlinked(document: DocumentNode, isLinked: (name: string) => boolean): void {
  visit(document, {
    Directive({ name: { value: name } }) {
      if (!Object.hasOwn(ENFORCED, name) || isLinked(name)) return
      throw new Error(
        `The supergraph uses @${name} without a @link to https://specs.apollo.dev/${name}, so this router does not enforce it.`,
      )
    },
  })
}
