// Reads the names that a supergraph gives to the directives and types of its features
// (https://specs.apollo.dev/link/v1.0).
import { isTypeDefinitionNode, Kind, type ConstDirectiveNode, type DocumentNode } from 'graphql'
import { argumentOf, asList, textOf } from '../sdl/sdl.ts'

export interface Features {
  /** The name of `@tag` in the supergraph. */
  tag: string
  /** The name of `@inaccessible` in the supergraph; undefined where it is not linked. */
  inaccessible: string | undefined
  /** The directive that links features, with the name of its argument. */
  link: { name: string; argument: string }
  /** True for a type of a feature. */
  isOwn: (type: string) => boolean
}

/** One linked feature, with the names that the supergraph gives it and its directive. */
interface Feature {
  feature: string
  name: string
  directive: string
}

export function featuresOf(document: DocumentNode): Features {
  const features = linksIn(document).flatMap(featureIn)
  const found = (wanted: string) => features.find(({ feature }) => feature === wanted)
  const [link, core] = [found('link'), found('core')]
  return {
    tag: found('tag')?.directive ?? 'tag',
    inaccessible: found('inaccessible')?.directive,
    link: core
      ? { name: core.name, argument: 'feature' }
      : { name: link?.name ?? 'link', argument: 'url' },
    isOwn: (type) => features.some(({ name }) => type.startsWith(`${name}__`)),
  }
}

function linksIn({ definitions }: DocumentNode): ConstDirectiveNode[] {
  return definitions.flatMap((node) =>
    node.kind === Kind.SCHEMA_DEFINITION ? (node.directives ?? []) : [],
  )
}

const IDENTITY = /^https:\/\/specs\.apollo\.dev\/([\w-]+)\//

/** The feature that a directive links. Supergraphs of Federation 1 use `@core(feature:)`. */
function featureIn(directive: ConstDirectiveNode): Feature[] {
  const url = textOf(directive, 'url') || textOf(directive, 'feature')
  const [, feature] = IDENTITY.exec(url) ?? []
  if (feature === undefined) return []
  const name = textOf(directive, 'as') || feature
  return [{ feature, name, directive: importedAs(directive, feature) ?? name }]
}

/** The name of a feature's main directive where it is imported: `"@tag"`, or `{ name: "@tag", as: "@label" }`. */
function importedAs(directive: ConstDirectiveNode, feature: string): string | undefined {
  const imported = asList(argumentOf(directive, 'import')).flatMap((one) => {
    const { name, as = name } = typeof one === 'string' ? { name: one } : (one as Imported)
    return name === `@${feature}` ? [as.slice(1)] : []
  })
  return imported[0]
}

interface Imported {
  name: string
  as?: string
}

/** The types of a supergraph without those of its features. */
export function ownTypes(document: DocumentNode, { isOwn }: Features) {
  return document.definitions.filter(isTypeDefinitionNode).filter(({ name }) => !isOwn(name.value))
}
