// The plugin with which the corpus is checked: two conventions, as a team would write them.
import {
  breaking,
  definitionsIn,
  guardDirectives,
  typesIn,
  type Plugin,
  type SubgraphDocument,
} from '../../src/index.ts'

const ROOTS = ['Query', 'Mutation', 'Subscription']
const GUARDS = ['authenticated', 'requiresScopes', 'policy', 'inaccessible']

export const conventions: Plugin = {
  name: 'conventions',
  rules: {
    'description-missing': breaking('a description is missing', 'a field without a description', {
      why: 'The descriptions are the manual of the API.',
      fix: 'Say in one sentence what it is.',
    }),
    'scope-missing': breaking('a root field declares no requirement', 'no `@requiresScopes`', {
      why: 'Without a requirement, anybody may use the field.',
      fix: 'Declare who may use it.',
    }),
  },
  check(subgraphs, report) {
    return subgraphs.flatMap((subgraph) => {
      const places = [
        ...undescribed(subgraph).map((place) => ({ rule: 'description-missing', ...place })),
        ...unguarded(subgraph).map((place) => ({ rule: 'scope-missing', ...place })),
      ]
      return places.map(({ rule, coordinate, node }) =>
        report(rule, { subgraph: subgraph.name, coordinate, node }, `${coordinate}: ${rule}.`),
      )
    })
  },
}

function undescribed({ document }: SubgraphDocument) {
  return definitionsIn(document)
    .filter(({ path, described }) => !described && !ROOTS.includes(path))
    .map(({ path, node }) => ({ coordinate: path, node }))
}

function unguarded({ document }: SubgraphDocument) {
  const guards = new Set([...GUARDS, ...guardDirectives(document)])
  return ROOTS.flatMap((root) => {
    const fields = [...(typesIn(document).get(root)?.fields.values() ?? [])]
    return fields
      .filter(({ directives = [] }) => !directives.some(({ name }) => guards.has(name.value)))
      .map((node) => ({ coordinate: `${root}.${node.name.value}`, node }))
  })
}
