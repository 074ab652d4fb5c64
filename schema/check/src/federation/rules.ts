// Step 4, as a table: what subgraphs promise to the router, and to each other through it.
import { breaking, dangerous, findingsOf, safe, security, type Rules } from '../finding.ts'

const ROLLOUT =
  'Roll out in two steps: the supergraph that no longer needs it first, then the subgraph without it.'
const OLD_ROUTER =
  'A router on the old supergraph still asks for it, until the new one has reached every router.'
const EXPECT = 'Check that this is intended: composition does not report it.'

export const federationRules = {
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
  'tag-removed': breaking(
    'a tag is removed, so a contract may lose an element',
    'no `@tag(name: "partner")`',
    {
      why: 'A contract variant that includes by this tag no longer has the element.',
      fix: 'Keep the tag, or ask the users of contract variants with it.',
    },
  ),
  'tag-added': dangerous('a tag is added, so a contract may change', '`@tag(name: "internal")`', {
    why: 'A contract variant may gain or lose the element.',
    fix: EXPECT,
  }),
  'cost-changed': dangerous('the cost of an operation changes', '`@cost(weight: 5)`', {
    why: 'An operation may cross the limit of the router, or stay below it.',
    fix: EXPECT,
  }),
  'list-size-changed': dangerous('the assumed size of a list changes', '`@listSize`', {
    why: 'An operation may cross the limit of the router, or stay below it.',
    fix: EXPECT,
  }),
  'cache-tag-changed': dangerous(
    'cached responses get other tags',
    '`@cacheTag(format: "quest-{$key.id}")`',
    {
      why: 'A service that invalidates by the old tag leaves stale responses in the cache.',
      fix: 'Add the new tag beside the old one, until nothing invalidates by the old one.',
    },
  ),
  'connector-changed': dangerous('a connector asks its API differently', '`@connect`, `@source`', {
    why: 'Routers on the old and the new supergraph ask the API differently.',
    fix: EXPECT,
  }),
  'link-changed': dangerous(
    'another version of a specification is linked',
    '`@link(url: "https://specs.example.org/audit/v2.0")`',
    {
      why: 'A router may read its directives differently, or not know them.',
      fix: EXPECT,
    },
  ),
  'from-context-removed': security(
    'clients can set an argument that the router filled in',
    'no `@fromContext`',
    {
      why: 'The router filled in a trusted value. Now a client can send it.',
      fix: 'Keep @fromContext, or check the value in the resolver.',
    },
  ),
  'context-changed': dangerous('the router fills in another value', '`@context`, `@fromContext`', {
    why: 'The resolver gets another value than before.',
    fix: EXPECT,
  }),
  'compose-directive-removed': security(
    'the router no longer sees, and no longer enforces, a directive',
    'no `@composeDirective`',
    {
      why: 'A router that enforces the directive stops, without any error.',
      fix: 'Keep the @composeDirective.',
    },
  ),
  'compose-directive-added': safe('the router sees another directive', '`@composeDirective`'),
  'guard-default-changed': security(
    "the default of a guard's argument changes",
    '`@hasRole(role: Role = admin)` to `= member`',
    {
      why: 'Every place that relies on the default changes with it.',
      fix: 'Keep the default, and pass the new value where you need it.',
    },
  ),
  'constraint-tightened': breaking(
    'an input accepts fewer or different values',
    '`maxLength: 100` becomes `maxLength: 50`',
    {
      why: 'Requests that were accepted are refused.',
      fix: 'Keep accepting the old values, or tell the clients before.',
    },
  ),
  'constraint-loosened': safe('an input accepts more values', '`@constraint(max: 5)` to `max: 9`'),
  'constraint-introduced': dangerous(
    'a subgraph declares its constraints for the first time',
    '`directive @constraint` is new',
    {
      why: 'Requests that were accepted may be refused.',
      fix: 'Tell the clients before, or check that the service enforced it already.',
    },
  ),
  'own-directive-added': safe("a subgraph's own directive that is no guard is applied", '`@slow`'),
  'own-directive-removed': safe(
    "a subgraph's own directive that is no guard is no longer applied",
    'no `@slow`',
    {
      fix: 'Nothing, unless it restricts access: then add its name to guards in the configuration.',
    },
  ),
  'own-directive-changed': safe(
    "a subgraph's own directive that is no guard has other arguments",
    '`@slow(ms: 5)` to `ms: 9`',
    {
      fix: 'Nothing, unless it restricts access: then add its name to guards in the configuration.',
    },
  ),
} satisfies Rules

export const tell = findingsOf('federation', federationRules)
