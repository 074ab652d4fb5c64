// The conventions as a table: what every subgraph of this project looks like.
import type { ASTNode } from 'graphql'
import { breaking, type Finding, type Rules } from 'federation-check'

export const conventionRules = {
  'identity-key': breaking(
    'a subgraph identifies people by something other than `id`',
    '`@key(fields: "email")`',
  ),
  'description-missing': breaking('a description is missing', 'a field without a description'),
  'name-style': breaking(
    'a name does not follow the naming style',
    '`quest_title`, `type quest`, `CreateQuest`',
  ),
  'border-not-nullable': breaking(
    'a field that another service resolves is not nullable',
    '`owner: Identity!`',
  ),
  'list-shape': breaking('a list is not a connection', '`quests: [Quest!]!`'),
  'connection-shape': breaking(
    'a connection lacks a standard field or argument',
    'no `totalCount`, no `first`',
  ),
  'requires-with-arguments': breaking(
    'a field combines `@requires` with arguments, which the gateway mixes up',
    '`@requires` and `(unit:)`',
  ),
  'scope-missing': breaking(
    'a root field or private field declares no requirement',
    'no `@requiresScopes`',
  ),
  'private-not-nullable': breaking('a private field is not nullable', '`gold: Int!` of one person'),
} satisfies Rules

/** Reports a field, argument or type of one subgraph. */
export type Report = (
  rule: keyof typeof conventionRules,
  coordinate: string,
  node: ASTNode,
  message: string,
) => Finding
