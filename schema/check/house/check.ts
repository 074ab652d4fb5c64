// Step 8: which rules of the house does a subgraph break?
import { definitionsIn } from '../definitions.ts'
import { keysOf, leavesOf } from '../federation/keys.ts'
import { findingsOf, placeOf, unique, type Finding } from '../finding.ts'
import { directivesNamed, textOf, typesIn, type SubgraphDocument } from '../sdl.ts'
import { checkBorders, homesOf } from './borders.ts'
import { checkLists } from './lists.ts'
import { checkNames } from './names.ts'
import { houseRules, type Report } from './rules.ts'
import { checkScopes } from './scopes.ts'

const tell = findingsOf('house', houseRules)

/** Every rule of the house that is broken, whether or not it was before. */
export function checkHouse(subgraphs: readonly SubgraphDocument[]): Finding[] {
  const homes = homesOf(subgraphs)
  return unique(
    subgraphs.flatMap((subgraph) => {
      const report: Report = (rule, coordinate, node, message) =>
        tell(rule, { subgraph: subgraph.name, coordinate, at: placeOf(node) }, message)
      return [
        ...checkIdentity(subgraph, report),
        ...checkDescriptions(subgraph, report),
        ...checkNames(subgraph, report),
        ...checkBorders(subgraph, homes, report),
        ...checkLists(subgraph, report),
        ...checkRequires(subgraph, report),
        ...checkScopes(subgraph, report),
      ]
    }),
  )
}

/** People are the one thing that all services share, and `id` is what they share them by. */
function checkIdentity({ document }: SubgraphDocument, report: Report): Finding[] {
  const identity = typesIn(document).get('Identity')
  if (!identity || keysOf(identity).some(({ leaves }) => leaves.join() === 'id')) return []
  return [
    report('identity-key', 'Identity', identity.node, 'Identity must have @key(fields: "id").'),
  ]
}

function checkDescriptions({ document }: SubgraphDocument, report: Report): Finding[] {
  return definitionsIn(document)
    .filter(({ path, described }) => !described && !ROOTS.has(path))
    .map(({ path, node }) =>
      report('description-missing', path, node, `${path} needs a description.`),
    )
}

/** Words of GraphQL itself, which need no description. */
const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])

/** Neither the field that requires nor what it requires may take arguments. */
function checkRequires({ document }: SubgraphDocument, report: Report): Finding[] {
  return [...typesIn(document).values()].flatMap((type) =>
    [...type.fields.values()].flatMap((field) => {
      const required = directivesNamed(field, 'requires').flatMap((directive) =>
        leavesOf(textOf(directive, 'fields')),
      )
      const involved = required.map((name) => type.fields.get(name.split('.')[0]!))
      const takes = [field, ...involved].some(
        (one) => one && 'arguments' in one && (one.arguments?.length ?? 0) > 0,
      )
      if (required.length === 0 || !takes) return []
      const coordinate = `${type.name}.${field.name.value}`
      const message = `${coordinate} combines @requires with arguments, which the gateway mixes up.`
      return [report('requires-with-arguments', coordinate, field, message)]
    }),
  )
}
