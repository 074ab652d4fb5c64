// The features that a supergraph links (https://specs.apollo.dev/link/v1.0): their versions, names and purposes.
import {
  Kind,
  type ConstDirectiveNode,
  type ConstObjectValueNode,
  type ConstValueNode,
  type DefinitionNode,
  type DocumentNode,
  type SchemaDefinitionNode,
  type SchemaExtensionNode,
} from 'graphql'
import { argumentOf, textOf } from './directive-arguments.ts'

export interface LinkedFeature {
  /** The URL as written, such as `https://specs.apollo.dev/authenticated/v0.1`. */
  url: string
  /** True for a specification of federation itself. */
  isApollo: boolean
  /** The name in its URL, such as `authenticated`. */
  name: string
  /** The version in its URL, such as `v0.1`; undefined if there is none. */
  version: string | undefined
  /** `SECURITY` or `EXECUTION`: a router that does not know the feature must not serve the supergraph. */
  purpose: string | undefined
  /** The prefix of names that are not imported. */
  prefix: string
  /** Names in the supergraph by names in the specification; those of directives begin with `@`. */
  imports: ReadonlyMap<string, string>
}

const APOLLO_HOST = 'specs.apollo.dev'
const VERSION = /^v\d+\.\d+$/

/** The features that a supergraph links, by `@link` under any name, or by `@core` of federation 1. */
export function linkedFeatures({ definitions }: DocumentNode): LinkedFeature[] {
  return definitions.filter(isSchemaNode).flatMap(({ directives = [] }) => {
    return directives.flatMap((directive) => featureOf(directive) ?? [])
  })
}

/** True for the specification of `@context` and `@fromContext`. */
export function isContext({ isApollo, name }: LinkedFeature): boolean {
  return isApollo && name === 'context'
}

/** The name of a directive of the feature in the supergraph, without `@`. */
export function directiveNameOf(
  { imports, name, prefix }: LinkedFeature,
  directive: string,
): string {
  const imported = imports.get(`@${directive}`)
  return imported?.slice(1) ?? (name === directive ? prefix : `${prefix}__${directive}`)
}

/** The supergraph without the purposes of some features, for a planner that does not know them. */
export function withoutPurposes(
  document: DocumentNode,
  isServed: (feature: LinkedFeature) => boolean,
): DocumentNode {
  const withoutPurpose = (directive: ConstDirectiveNode): ConstDirectiveNode => {
    const feature = featureOf(directive)
    if (feature?.purpose === undefined || !isServed(feature)) return directive
    const kept = directive.arguments!.filter(({ name }) => name.value !== 'for')
    return { ...directive, arguments: kept }
  }
  const definitions = document.definitions.map((node) => {
    if (!isSchemaNode(node)) return node
    return { ...node, directives: node.directives?.map(withoutPurpose) ?? [] }
  })
  return { ...document, definitions }
}

function isSchemaNode(node: DefinitionNode): node is SchemaDefinitionNode | SchemaExtensionNode {
  return node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION
}

function featureOf(directive: ConstDirectiveNode): LinkedFeature | undefined {
  const url = textOf(directive, 'url') ?? textOf(directive, 'feature')
  if (url === undefined) return undefined
  const parsed = URL.parse(url)
  const segments = parsed?.pathname.split('/').filter((segment) => segment !== '') ?? []
  const version = VERSION.test(segments.at(-1) ?? '') ? segments.pop() : undefined
  const name = segments.at(-1) ?? ''
  const purpose = argumentOf(directive, 'for')
  return {
    url,
    isApollo: parsed?.hostname === APOLLO_HOST,
    name,
    version,
    // Other values are not valid purposes, but are treated as one, so that the feature is not ignored.
    purpose: purpose && 'value' in purpose ? String(purpose.value) : undefined,
    prefix: textOf(directive, 'as') ?? name,
    imports: importsOf(argumentOf(directive, 'import')),
  }
}

/** Imports are names, or objects such as `{name: "@policy", as: "@allow"}`. */
function importsOf(value: ConstValueNode | undefined): Map<string, string> {
  const items = value?.kind === Kind.LIST ? value.values : value ? [value] : []
  return new Map(
    items.flatMap((item): [string, string][] => {
      if (item.kind === Kind.STRING) return [[item.value, item.value]]
      if (item.kind !== Kind.OBJECT) return []
      const name = fieldText(item, 'name')
      return name === undefined ? [] : [[name, fieldText(item, 'as') ?? name]]
    }),
  )
}

function fieldText({ fields }: ConstObjectValueNode, name: string): string | undefined {
  const value = fields.find((field) => field.name.value === name)?.value
  return value?.kind === Kind.STRING ? value.value : undefined
}
