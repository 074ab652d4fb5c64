// Finds fields that another subgraph already resolves, because it overrides them for all calls.
import { directivesNamed, textOf, typesIn, type SubgraphDocument } from '../sdl/sdl.ts'

export type Overridden = (subgraph: string, type: string, field: string) => boolean

/**
 * The overridden fields. An override with a label does not count: the overridden subgraph still resolves some calls.
 */
export function overriddenIn(subgraphs: readonly SubgraphDocument[]): Overridden {
  const found = new Set(subgraphs.flatMap(({ document }) => overrides(document)))
  return (subgraph, type, field) => found.has(`${subgraph} ${type}.${field}`)
}

function overrides(document: SubgraphDocument['document']): string[] {
  return [...typesIn(document).values()].flatMap((type) =>
    [...type.fields].flatMap(([name, field]) =>
      directivesNamed(field, 'override')
        .filter((directive) => textOf(directive, 'label') === '')
        .map((directive) => `${textOf(directive, 'from')} ${type.name}.${name}`),
    ),
  )
}
