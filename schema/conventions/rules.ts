// The conventions as a table: what every subgraph of this project looks like.
import type { ASTNode } from 'graphql'
import { breaking, type Finding, type Rules } from 'federation-check'

export const conventionRules = {
  'identity-key': breaking(
    'a subgraph identifies people by something other than `id`',
    '`@key(fields: "email")`',
    {
      why: 'The router joins what the services know of a person by this key alone.',
      fix: 'Declare type Identity @key(fields: "id"), and look people up by that id.',
    },
  ),
  'description-missing': breaking('a description is missing', 'a field without a description', {
    why: 'The descriptions are the manual of the API.',
    fix: 'Say in one sentence what it is, and in which unit.',
  }),
  'name-style': breaking(
    'a name does not follow the naming style',
    '`quest_title`, `type quest`, `CreateQuest`',
    {
      why: 'A name cannot be changed once a client uses it, so all of them follow one style.',
      fix: 'Rename it as the message says, before it is served.',
    },
  ),
  'border-not-nullable': breaking(
    'a field that another service resolves is not nullable',
    '`owner: Identity!`',
    {
      why: 'While that service is down, the null spreads to everything around the field.',
      fix: 'Remove the ! from its type.',
    },
  ),
  'list-shape': breaking('a list is not a connection', '`quests: [Quest!]!`', {
    why: 'A plain list grows with the data, and pages cannot be added without breaking clients.',
    fix: 'Return a connection, with the arguments first, after, last, before and offset.',
  }),
  'connection-shape': breaking(
    'a connection lacks a standard field or argument',
    'no `totalCount`, no `first`',
    {
      why: 'Clients read every list with the same code.',
      fix: 'Add the fields or arguments that the message names.',
    },
  ),
  'requires-with-arguments': breaking(
    'a field combines `@requires` with arguments, which the gateway mixes up',
    '`@requires` and `(unit:)`',
    {
      why: 'The gateway may compute the field from a value that it fetched for other arguments.',
      fix: 'Require a field without arguments, or move the argument to a field without @requires.',
    },
  ),
  'scope-missing': breaking(
    'a root field or private field declares no requirement',
    'no `@requiresScopes`',
    {
      why: 'Every token could use it, and nobody would have decided so.',
      fix: 'Add @requiresScopes, @authenticated or @inaccessible.',
    },
  ),
  'private-not-nullable': breaking(
    'a private field is not nullable',
    '`gold: Int!` of one person',
    {
      why: 'It is null for everybody but its owner, and the null would spread to everything around it.',
      fix: 'Remove the ! from its type.',
    },
  ),
} satisfies Rules

/** Reports a field, argument or type of one subgraph. */
export type Report = (
  rule: keyof typeof conventionRules,
  coordinate: string,
  node: ASTNode,
  message: string,
) => Finding
