// Step 8, as a table: what every subgraph of this house looks like.
import type { ASTNode } from 'graphql'
import { breaking, type Finding, type Rules } from '../finding.ts'

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
  'scope-missing': breaking(
    'a root or private field does not say who may use it',
    'no `@requiresScopes`',
  ),
  'private-not-nullable': breaking('refusing it would refuse all', '`gold: Int!` of one person'),
} satisfies Rules

/** Reports a field, argument or type of one subgraph. */
export type Report = (
  rule: keyof typeof houseRules,
  coordinate: string,
  node: ASTNode,
  message: string,
) => Finding
