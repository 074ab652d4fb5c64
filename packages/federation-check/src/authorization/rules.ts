// Step 5, as a table: who may use what. Fewer requirements are a security finding.
import { breaking, dangerous, findingsOf, safe, security, type Rules } from '../finding.ts'

const GIVEN_AWAY = 'Anybody without the former requirement can now read or do it.'
const AGAIN = 'Put the requirement back, or let the owner of the data approve.'

const weakened = (catches: string, example: string) =>
  security(catches, example, { why: GIVEN_AWAY, fix: AGAIN })

export const authorizationRules = {
  'authenticated-removed': weakened('a token is no longer required', 'no `@authenticated`'),
  'scopes-removed': weakened('scopes are no longer required', 'no `@requiresScopes`'),
  'scopes-weakened': weakened('fewer scopes are required', '`[["a", "b"]]` becomes `[["a"]]`'),
  'policy-weakened': weakened('fewer policies are required', 'no `@policy`'),
  'guard-removed': security(
    "a subgraph's own guard is removed or changed",
    'no `@requiresAdminKey`',
    {
      why: GIVEN_AWAY,
      fix: `${AGAIN} If the directive restricts nothing, add "!" and its name to guards in the configuration.`,
    },
  ),
  'guard-lifted': security(
    'a directive that opens access is applied or changed',
    '`@skipAuth`, `@allowAnonymous`',
    { why: GIVEN_AWAY, fix: 'Remove it, or let the owner of the data approve.' },
  ),
  'guard-unknown': dangerous(
    'the configuration names a guard that no subgraph defines',
    '`"guards": ["requireRole"]`, but the directive is `@requiresRole`',
    {
      why: 'A guard under a name that is not configured may be taken for another directive.',
      fix: 'Correct the name in guards, or remove it.',
    },
  ),
  'inaccessible-removed': security(
    'clients can use what was for services only',
    'no `@inaccessible`',
    { why: GIVEN_AWAY, fix: 'Put @inaccessible back, or require a scope that only services have.' },
  ),
  'path-weakened': security('a new path requires less', '`auditOf: AuditEvent` without a guard', {
    why: 'A guard counts only as much as the weakest path to the data.',
    fix: 'Require on the new path what the other paths require.',
  }),
  'new-field-weaker': security(
    'a new field requires less than the fields beside it',
    'a type without its guard',
    {
      why: 'A field without the guard of its neighbours is the most common leak.',
      fix: 'Require what the fields beside it require.',
    },
  ),
  'private-field-copied': security(
    'a new field has the name and type of a private field and requires less',
    '`emailCopy` beside `email`',
    {
      why: 'The copy shows the private value to others.',
      fix: 'Require on the copy what the original requires.',
    },
  ),
  'new-root-field-open': security(
    'a new root field requires nothing, and all others require something',
    '`Mutation.openQuest` without a guard',
    {
      why: 'A forgotten guard lets everybody use it.',
      fix: 'Require what the others require, or let the owner of the data approve.',
    },
  ),
  'new-mutation': safe('a mutation is added, with its requirements', '`closeQuest` for `identity`'),
  'reach-undecided': security('too many paths lead to a type to compare them', '300 scopes', {
    why: 'A change that was not compared cannot pass.',
    fix: 'Use fewer different scopes, or let the owner of the data approve.',
  }),
  'guard-moved': safe(
    'a guard moves, and every path requires the same as before',
    '`@authenticated`, from a field to its type',
  ),
  'guard-move-undecided': dangerous(
    'a guard moves, and the paths may not replace it',
    'from an entity to the field that returns it',
    {
      why: 'The guard of a path may admit others, or a caller may come past it.',
      fix: 'Keep the guard where it was, too, or check that the paths replace it.',
    },
  ),
  'private-added': dangerous(
    'a field becomes null for everybody but its owner',
    '`@private(owner: "id")`',
    { why: 'Clients that show it to others get null.', fix: 'Tell the clients before.' },
  ),
  'authorization-tightened': breaking('clients need more than before', '`[["a"]]` to `[["b"]]`', {
    why: 'A client whose token lacks it is refused.',
    fix: 'Give the clients the new permissions first, or ask them.',
  }),
} satisfies Rules

export const tell = findingsOf('authorization', authorizationRules)
