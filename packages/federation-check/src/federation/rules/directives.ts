// Step 4: rules about all other directives: those that the router obeys, and the subgraphs' own.
import { breaking, dangerous, safe, security, type Rules } from '../../finding.ts'
import { EXPECT } from './expect.ts'

export const directiveRules = {
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
