// Step 5, as a table: who may use what. Whatever is given away is a matter of security.
import { breaking, dangerous, safe, security, type Rules } from '../finding.ts'

export const authorizationRules = {
  'authenticated-removed': security('no token is needed any more', 'no `@authenticated`'),
  'scopes-removed': security('no scope is needed any more', 'no `@requiresScopes`'),
  'scopes-weakened': security('fewer scopes are enough', '`[["a", "b"]]` becomes `[["a"]]`'),
  'policy-weakened': security('fewer policies are enough', 'no `@policy`'),
  'guard-removed': security('a guard of its own is gone', 'no `@requiresAdminKey`'),
  'inaccessible-removed': security('clients may use what services may', 'no `@inaccessible`'),
  'path-weakened': security('a new path asks for less', '`auditOf: AuditEvent` for everybody'),
  'new-field-weaker': security(
    'a new field asks for less than its siblings',
    'a type without its guard',
  ),
  'private-field-copied': security(
    'a new field has the name and type of a private one and asks for less',
    '`emailCopy` beside `email`',
  ),
  'new-mutation': safe('a new mutation, with what it asks for', '`closeQuest` for `identity`'),
  'reach-undecided': security('more ways lead to a type than are told apart', '300 scopes'),
  'private-added': dangerous('a field is null for others now', '`@private(owner: "id")`'),
  'authorization-tightened': breaking('clients need more than before', '`[["a"]]` to `[["b"]]`'),
} satisfies Rules
