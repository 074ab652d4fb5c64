// The SDL of each subgraph, where the configuration or a convention says that it stands.
import { UsageError, type Files, type Text } from './files.ts'
import { matching, one, patternOf } from './layout/globs.ts'
import { complete, globsOf, PLACES, type Layout } from './layout/layout.ts'
import { readSupergraphConfig } from './layout/supergraph-config.ts'

/** A subgraph's own SDL and the shared types. */
export interface SubgraphText {
  name: string
  texts: Text[]
  /** Its address in the supergraph, if known. */
  url?: string
}

/** A project in which the configuration finds no SDL, or not that of every subgraph. */
export class MissingSchemaError extends UsageError {}

/** The SDL of each subgraph as it is written. @throws UsageError for a place that cannot be read */
export function sourcesOf(files: Files, layout: Layout): SubgraphText[] {
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
export function named(files: Files, place: string, common: readonly Text[]): SubgraphText[] {
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

/** A folder with one file for each subgraph. */
export function flatSubgraphs(files: Files): SubgraphText[] {
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
export function withSource(written: readonly SubgraphText[]) {
  const sources = new Map(written.map(({ name, texts }) => [name, texts[0]?.file]))
  return (generated: SubgraphText): SubgraphText => {
    const [text, ...others] = generated.texts
    const file = sources.get(generated.name) ?? text!.file
    return { ...generated, texts: [{ ...text!, file }, ...others] }
  }
}
