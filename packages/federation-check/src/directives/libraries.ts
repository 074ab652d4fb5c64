// Directives that libraries and products document, by what they mean for access. Names that say it
// themselves need no row, unless their effect is another one (see names.ts).

/**
 * - guard: it restricts who may use what it is applied to
 * - lift: it opens what would be restricted without it
 * - mode: it selects who is accepted in the place of a default, so that any change may open access
 * - other: it is about something else
 */
export type Effect = 'guard' | 'lift' | 'mode' | 'other'

export interface Library {
  name: string
  /** The version, or the day on which the source was read. */
  version: string
  source: string
  /**
   * The directives by name, with the arguments of their definitions. A definition with other
   * arguments is not the library's.
   */
  guards?: Readonly<Record<string, readonly string[]>>
  lifts?: readonly string[]
  modes?: readonly string[]
  others?: readonly string[]
}

/** The `@can*` family of Lighthouse, whose arguments are checked by a policy. */
const CANS = ['can', 'canFind', 'canModel', 'canQuery', 'canResolved', 'canRoot']
const OF_CAN =
  'ability injectArgs args action returnValue find model findOrFail scopes query resolved root'.split(
    ' ',
  )

export const LIBRARIES: readonly Library[] = [
  {
    name: 'gqlgen',
    version: '0.17.94',
    source: 'https://gqlgen.com/config/',
    others:
      'goModel goField goTag goEnum goExtraField goEmbedInterface inlineArguments subscriptionContext entityResolver'.split(
        ' ',
      ),
  },
  {
    name: 'Saleor',
    version: '3.24',
    source: 'https://github.com/saleor/saleor/blob/main/saleor/graphql/schema.graphql',
    others: ['doc', 'webhookEventsInfo'],
  },
  {
    name: 'AWS AppSync',
    version: '2026-11-26',
    source: 'https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html',
    guards: { aws_auth: ['cognito_groups'] },
    modes: ['aws_api_key', 'aws_iam', 'aws_oidc', 'aws_lambda', 'aws_cognito_user_pools'],
    others: ['aws_subscribe', 'aws_publish'],
  },
  {
    name: 'AWS Amplify',
    version: 'GraphQL Transformer 2',
    source: 'https://docs.amplify.aws/gen1/javascript/build-a-backend/graphqlapi/',
    guards: { auth: ['rules'] },
    others: ['model', 'primaryKey', 'index', 'hasOne', 'hasMany', 'belongsTo', 'manyToMany'],
  },
  {
    name: 'Neo4j GraphQL',
    version: '7',
    source: 'https://neo4j.com/docs/graphql/current/directives/',
    guards: {
      authentication: ['operations', 'jwt'],
      authorization: ['filter', 'validate'],
      subscriptionsAuthorization: ['filter'],
    },
    others:
      'jwt jwtClaim node relationship relationshipProperties alias cypher populatedBy coalesce timestamp customResolver fulltext plural'.split(
        ' ',
      ),
  },
  {
    name: 'Dgraph',
    version: '25.2',
    source: 'https://www.dgraph.io/graphql/schema/directives',
    guards: {
      auth: ['password', 'query', 'add', 'update', 'delete'],
      secret: ['field', 'pred'],
    },
    others: ['hasInverse', 'search', 'dgraph', 'custom', 'remote', 'cascade', 'generate', 'lambda'],
  },
  {
    name: 'Lighthouse',
    version: '6',
    source: 'https://lighthouse-php.com/6/api-reference/directives.html',
    guards: {
      ...Object.fromEntries(CANS.map((name) => [name, OF_CAN])),
      guard: ['with'],
      whereAuth: ['relation', 'guard'],
    },
    others: ['namespace', 'rules', 'rulesForArray', 'validator'],
  },
  {
    name: 'Hot Chocolate',
    version: '15',
    source: 'https://chillicream.com/docs/hotchocolate/v15/security/authorization',
    guards: { authorize: ['policy', 'roles', 'apply'] },
    lifts: ['allowAnonymous'],
  },
  {
    name: '@envelop/generic-auth',
    version: '11.0.0',
    source: 'https://the-guild.dev/graphql/envelop/plugins/use-generic-auth',
    lifts: ['skipAuth'],
  },
  {
    name: 'Cosmo',
    version: '6e0a147f4',
    source: 'https://cosmo-docs.wundergraph.com/federation/federation-directives-index',
    others: ['openfed__*', 'edfs__*', 'connect__*'],
  },
  {
    name: 'Apollo',
    version: '2026-11-26',
    source: 'https://www.apollographql.com/docs/apollo-server/performance/caching',
    others: ['cacheControl', 'contact'],
  },
  {
    name: 'GraphQL Cost Directives',
    version: '1.0',
    source: 'https://ibm.github.io/graphql-specs/cost-spec.html',
    others: ['cost', 'listSize'],
  },
  {
    name: 'graphql-query-complexity',
    version: '2.0.0',
    source: 'https://www.npmjs.com/package/graphql-query-complexity',
    others: ['complexity'],
  },
  {
    name: 'graphql-constraint-directive',
    version: '6.0.0',
    source: 'https://www.npmjs.com/package/graphql-constraint-directive',
    others: ['constraint'],
  },
  {
    name: 'graphql-rate-limit-directive',
    version: '2.0.6',
    source: 'https://www.npmjs.com/package/graphql-rate-limit-directive',
    others: ['rateLimit'],
  },
]
