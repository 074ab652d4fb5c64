// Step 8: what every subgraph of this house looks like.
import { definitionsIn } from './definitions.ts'
import { breaking, findingsOf, placeOf, unique, type Finding, type Rules } from './finding.ts'
import { checkBorders } from './house-borders.ts'
import { checkLists } from './house-lists.ts'
import { checkNames } from './house-names.ts'
import { checkScopes } from './house-scopes.ts'
import { directivesNamed, textOf, typesIn, type SubgraphDocument } from './sdl.ts'
import { keysOf, leavesOf } from './federation-keys.ts'

export const houseRules = {
  'identity-key': breaking('a subgraph knows people by something else', '`@key(fields: "email")`'),
  'description-missing': breaking('something says nothing of itself', 'a field without a text'),
  'name-style': breaking('a name of another style', '`quest_title`, `type quest`, `CreateQuest`'),
  'border-not-nullable': breaking('one service away takes others along', '`owner: Identity!`'),
  'list-shape': breaking('a list that is no connection', '`quests: [Quest!]!`'),
  'connection-shape': breaking('a connection of another shape', 'no `totalCount`, no `first`'),
  'requires-with-arguments': breaking(
    'the gateway answers it wrongly',
    '`@requires` and `(unit:)`',
  ),
  'scope-missing': breaking('a root field does not say who may use it', 'no `@requiresScopes`'),
  'private-not-nullable': breaking('refusing it would refuse all', '`gold: Int!` of one person'),
} satisfies Rules

const tell = findingsOf('house', houseRules)

/** Reports a field, argument or type of one subgraph. */
export type Report = (
  rule: keyof typeof houseRules,
  coordinate: string,
  node: Parameters<typeof placeOf>[0],
  message: string,
) => Finding

/** Every rule of the house that is broken, whether or not it was before. */
export function checkHouse(subgraphs: readonly SubgraphDocument[]): Finding[] {
  return unique(
    subgraphs.flatMap((subgraph) => {
      const report: Report = (rule, coordinate, node, message) =>
        tell(rule, { subgraph: subgraph.name, coordinate, at: placeOf(node) }, message)
      return [
        ...checkIdentity(subgraph, report),
        ...checkDescriptions(subgraph, report),
        ...checkNames(subgraph, report),
        ...checkBorders(subgraph, subgraphs, report),
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
