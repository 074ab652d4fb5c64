// The conventions of this project's schema, as a plugin of the schema check.
import {
  definitionsIn,
  directivesNamed,
  keysOf,
  leavesOf,
  textOf,
  typesIn,
  type Finding,
  type Plugin,
  type SubgraphDocument,
} from 'federation-check'
import { checkLists } from './lists.ts'
import { checkNames } from './names.ts'
import { checkNullability, homesOf } from './nullability.ts'
import { conventionRules, type Report } from './rules.ts'
import { checkScopes } from './scopes.ts'

export const conventions: Plugin = {
  name: 'conventions',
  rules: conventionRules,
  check(subgraphs, report) {
    const homes = homesOf(subgraphs)
    return subgraphs.flatMap((subgraph) => {
      const own: Report = (rule, coordinate, node, message) =>
        report(rule, { subgraph: subgraph.name, coordinate, node }, message)
      return [
        ...checkIdentity(subgraph, own),
        ...checkDescriptions(subgraph, own),
        ...checkNames(subgraph, own),
        ...checkNullability(subgraph, homes, own),
        ...checkLists(subgraph, own),
        ...checkRequires(subgraph, own),
        ...checkScopes(subgraph, own),
      ]
    })
  },
}

/** All services share people, and identify them by `id`. */
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

/** Names of the federation and GraphQL, which need no description. */
const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])

/** Neither a field with `@requires` nor the fields it requires may take arguments. */
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
      const message = `${coordinate} combines @requires with arguments, which the gateway does not support.`
      return [report('requires-with-arguments', coordinate, field, message)]
    }),
  )
}
