// Finds the SDL of each subgraph, by the configuration or by convention.
import { UsageError, type Files, type Text } from './files.ts'
import { matching, one, patternOf } from './layout/globs.ts'
import { complete, globsOf, PLACES, type Layout } from './layout/layout.ts'
import { readSupergraphConfig } from './layout/supergraph-config.ts'

/** The SDL of a subgraph and the shared types. */
export interface SubgraphText {
  name: string
  texts: Text[]
  /** Its URL in the supergraph, if known. */
  url?: string
}

/** Thrown for a project in which the configuration finds no SDL, or not that of every subgraph. */
export class MissingSchemaError extends UsageError {}

/** The SDL of each subgraph as written. @throws UsageError for a place that cannot be read */
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

/** The subgraphs that a file of Rover's lists, or that a glob finds. */
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
/** Names of composed files, which are not subgraphs. */
const COMPOSED = ['api', 'supergraph']

/** The subgraphs of a folder with one file for each. */
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

/** Names the source file of generated SDL, which has the same line numbers. */
export function withSource(written: readonly SubgraphText[]) {
  const sources = new Map(written.map(({ name, texts }) => [name, texts[0]?.file]))
  return (generated: SubgraphText): SubgraphText => {
    const [text, ...others] = generated.texts
    const file = sources.get(generated.name) ?? text!.file
    return { ...generated, texts: [{ ...text!, file }, ...others] }
  }
}
