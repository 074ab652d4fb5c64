// Step 4: rules about subgraphs, entities, keys and fields, and the directives that say who resolves what.
import { breaking, dangerous, safe, type Rules } from '../../finding.ts'
import { EXPECT } from './expect.ts'

const ROLLOUT =
  'Roll out in two steps: the supergraph that no longer needs it first, then the subgraph without it.'
const OLD_ROUTER =
  'A router on the old supergraph still asks for it, until the new one has reached every router.'

export const fieldRules = {
  'subgraph-removed': breaking('a subgraph is removed', 'no `realm`', {
    why: OLD_ROUTER,
    fix: 'Move its fields to other subgraphs with @override first, and stop it after the supergraph is everywhere.',
  }),
  'subgraph-added': safe('a subgraph is added', '`library`'),
  'subgraph-moved': dangerous('a subgraph has another address', 'another port', {
    why: 'A router on the old supergraph still calls the old address.',
    fix: 'Serve both addresses until every router has the new supergraph.',
  }),
  'entity-removed': breaking(
    'a subgraph no longer defines an entity',
    '`learn` without `Identity`',
    { why: OLD_ROUTER, fix: ROLLOUT },
  ),
  'key-removed': breaking('an entity loses a key', '`@key(fields: "id")`', {
    why: OLD_ROUTER,
    fix: 'Keep the key, and remove it when no supergraph in use fetches by it.',
  }),
  'key-narrowed': breaking('a key needs more fields', '`"id"` becomes `"id realmId"`', {
    why: OLD_ROUTER,
    fix: 'Add the longer key beside the shorter one, and remove the shorter one later.',
  }),
  'key-widened': safe('a key needs fewer fields', '`"id realmId"` becomes `"id"`'),
  'key-not-resolvable': breaking('a key is no longer resolvable', '`resolvable: false`', {
    why: OLD_ROUTER,
    fix: ROLLOUT,
  }),
  'unresolvable-key-removed': safe(
    'a key that no router fetches by is removed',
    '`@key(fields: "id", resolvable: false)`',
  ),
  'key-resolvable': safe('a key becomes resolvable', 'no `resolvable: false`'),
  'key-added': safe('an entity gets a key', '`@key(fields: "username")`'),
  'field-owner-removed': breaking(
    'a subgraph no longer resolves a field',
    '`Quest.title` leaves `path`',
    {
      why: OLD_ROUTER,
      fix: 'Let the other subgraph take the field with @override first, and remove it here afterwards.',
    },
  ),
  'overridden-field-removed': safe(
    'a field is removed that another subgraph resolves',
    'after `@override`',
  ),
  'field-owner-added': safe(
    'another subgraph resolves a field, too',
    '`Quest.title` also in `learn`',
  ),
  'selected-field-removed': breaking(
    'a field that the router selects for other fields is removed',
    '`size: Int @inaccessible`, with `@requires(fields: "size")`',
    { why: OLD_ROUTER, fix: ROLLOUT },
  ),
  'router-argument-refused': breaking(
    'a subgraph refuses an argument as an old router sends it',
    'no `title(in: String @fromContext(field: "$realm { locale }"))`',
    { why: OLD_ROUTER, fix: ROLLOUT },
  ),
  'possible-type-removed': breaking(
    'a type leaves a union or an interface of one subgraph',
    'no `Badge` in `union Found`',
    { why: OLD_ROUTER, fix: ROLLOUT },
  ),
  'external-added': breaking('a field becomes external', '`title: String! @external`', {
    why: OLD_ROUTER,
    fix: 'Move the field with @override in the subgraph that should resolve it.',
  }),
  'external-removed': dangerous('a field is no longer external', 'no `@external`', {
    why: 'The router begins to fetch the field from here.',
    fix: 'Check that this subgraph resolves it as the other one does.',
  }),
  'shareable-removed': dangerous('a field is no longer shareable', 'no `@shareable`', {
    why: 'Another subgraph that adds the field no longer composes.',
  }),
  'shareable-added': safe('a field becomes shareable', '`@shareable`'),
  'requires-added': dangerous('a field requires other fields', '`@requires(fields: "size")`', {
    why: 'The router fetches more before it asks this subgraph, and an old router does not send it.',
    fix: 'Let the resolver work without the required fields until every router has the new supergraph.',
  }),
  'requires-changed': dangerous(
    'a field requires different fields',
    '`"size"` becomes `"weight"`',
    {
      why: 'An old router still sends the former fields.',
      fix: 'Let the resolver work with the old fields until every router has the new supergraph.',
    },
  ),
  'requires-unsent': breaking(
    'a field requires a non-null field that old routers do not send',
    '`@requires(fields: "size")` of `size: Int!`',
    {
      why: 'A router on the old supergraph does not send it, and the resolver may rely on it.',
      fix: 'Add another field that requires it. Or let the resolver work without it until every router has the new supergraph, and approve the change.',
    },
  ),
  'requires-narrowed': safe('a field requires fewer fields', '`"size weight"` becomes `"size"`'),
  'requires-removed': safe('a field no longer requires other fields', 'no `@requires`'),
  'provides-removed': dangerous('a field no longer provides nested fields', 'no `@provides`', {
    why: 'The router makes one more fetch for the nested fields.',
  }),
  'provides-changed': dangerous(
    'a field provides different nested fields',
    '`"name"` becomes `"level"`',
    { why: 'The router takes other nested fields from here.' },
  ),
  'provided-field-removed': breaking(
    'a subgraph no longer has an external field that it provided',
    '`name: String @external`, with `@provides(fields: "name")`',
    {
      why: OLD_ROUTER,
      fix: 'Remove the @provides first, and the external field when no supergraph in use provides it.',
    },
  ),
  'provides-added': safe('a field provides nested fields', '`@provides(fields: "name")`'),
  'override-added': dangerous(
    'a field moves here from another subgraph',
    '`@override(from: "path")`',
    {
      why: 'Another service resolves the field from now on.',
      fix: 'Move a part of the traffic first: @override(from:, label: "percent(5)").',
    },
  ),
  'override-changed': dangerous(
    'an override has another source or label',
    '`label: "percent(5)"`',
    { why: 'Another part of the traffic moves.', fix: EXPECT },
  ),
  'override-removed': dangerous(
    'an override is removed, so the field moves back',
    'no `@override`',
    { why: 'The old service resolves it again.', fix: EXPECT },
  ),
  'override-ended': safe(
    'an override is removed after the move',
    'no `@override`; `path` no longer has the field',
  ),
  'interface-object-added': dangerous(
    'an interface becomes an interface object',
    '`@interfaceObject`',
    { fix: EXPECT },
  ),
  'interface-object-removed': dangerous(
    'an interface is no longer an interface object',
    'no `@interfaceObject`',
    { fix: EXPECT },
  ),
} satisfies Rules
