// The lint rules, among them the order of folders: each imports only those that stand before it.
import { defineConfig } from 'oxlint'
import { restrictImports, layerRules, outside, type ImportRestrictions } from './lint/layers.ts'

/** For every file of the system: what else is in this repository, the system does without. */
const systemBoundary = {
  paths: [
    {
      name: 'federation-check',
      message: 'Only the configuration of the schema check, its plugin and tests import this.',
    },
  ],
  patterns: [
    {
      group: ['**/packages/**', '**/examples/**', '**/operations/*/**'],
      message: 'The system imports nothing of packages, examples and operations.',
    },
  ],
}

/** Adds the restrictions of every file of the system. */
function withinSystem({
  paths = [],
  patterns = [],
  ...others
}: ImportRestrictions): ImportRestrictions {
  return {
    ...others,
    paths: [...paths, ...systemBoundary.paths],
    patterns: [...patterns, ...systemBoundary.patterns],
  }
}

const foundation = withinSystem({
  patterns: [
    {
      group: ['**/subgraphs/**', '**/router/**', '**/rest-adapters/**', '#test/*'],
      message: 'The foundation imports no services, router, adapters or tests.',
    },
  ],
})

const domain = withinSystem({
  paths: [{ name: 'graphql', message: 'The domain must not import graphql.' }],
  patterns: [
    {
      group: ['**/resolvers.ts', '**/schema.generated.ts', '**/subgraph.ts'],
      message: 'The domain must not import resolvers: resolvers call the domain.',
    },
    {
      group: ['**/oauth/**', '**/pages/**'],
      message:
        'The domain must not import the authorization server or pages: both call the domain.',
    },
  ],
})

const checks = {
  patterns: [
    {
      group: ['**/check-*.ts'],
      message: 'Call runChecks, which runs the checks in the order of its table.',
    },
  ],
}

/** For every room of the authorization server. */
const protocol = withinSystem({
  patterns: [
    {
      group: ['**/pages/**'],
      message: 'The authorization server imports no pages: it returns results, which pages show.',
    },
  ],
})

/**
 * For files of federation-check that are `depth` folders below its own: it is published alone. Some tests check the
 * ecosystem, or count calls.
 */
function published(depth: number) {
  const group = [`${'../'.repeat(depth + 1)}**`, '#*/**']
  return {
    excludeFiles: ['packages/federation-check/test/{ecosystem,scale}/**'],
    patterns: [{ group, message: 'federation-check imports nothing of this repository.' }],
  }
}

const PAGES = [
  'pages',
  'pages/account',
  'pages/authorization',
  'pages/claim',
  'pages/console',
  'pages/recovery',
  'pages/sign-in',
  'pages/sign-in-methods',
]

const services = withinSystem({
  patterns: [
    {
      group: ['**/subgraphs/**'],
      message: 'Adapters and router must not import services: they get them as arguments.',
    },
  ],
})

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc'],
  jsPlugins: ['./lint/clocks.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/*.generated.ts', '.data', 'docs/site/dist', 'docs/site/.vitepress'],
  rules: {
    'clocks/no-clocks': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/no-array-sort': 'off',
    // Messages go to threads, which have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
  },
  overrides: [
    restrictImports(
      '{*.ts,{content,foundation,rest-adapters,router,schema,subgraphs}/**/*.ts}',
      systemBoundary,
    ),
    restrictImports('schema/{check.config.ts,{conventions,test}/*.ts}', {
      patterns: systemBoundary.patterns,
    }),
    restrictImports('foundation/**/*.ts', { ...foundation, excludeFiles: ['foundation/test/**'] }),
    ...layerRules({
      parent: 'foundation',
      order: [
        'settings',
        'domain',
        'telemetry',
        ['limits', 'names'],
        'process',
        ['auth', 'database', 'postgres'],
        'http',
        ['graphql', 'peers'],
        ['idempotency', 'content', 'events'],
        'service',
      ],
      everywhere: foundation,
    }),
    restrictImports('subgraphs/*/*.ts', withinSystem({ patterns: [outside('subgraphs/*')] })),
    restrictImports(
      'subgraphs/*/{commands,content,mail,migrations,tables}/*.ts',
      withinSystem({ patterns: [outside('subgraphs/*/*')] }),
    ),
    restrictImports('subgraphs/*/domain/*.ts', {
      ...domain,
      patterns: [outside('subgraphs/*/domain'), ...(domain.patterns ?? [])],
    }),
    ...layerRules({
      parent: 'subgraphs/identity/domain',
      order: [
        'secrets',
        'sealing',
        'mail',
        'audit',
        'grants',
        'sessions',
        'administration',
        'people',
        ['moderation', 'clients', 'email'],
        'wallets',
        'authorization',
        'sign-in',
        'departure',
        'recovery',
        'personal-data',
        'accounts',
        'nodes',
        'records',
        'maintenance',
      ],
      everywhere: domain,
    }),
    ...layerRules({
      parent: 'subgraphs/identity',
      order: [
        'oauth/keys',
        'oauth',
        ['oauth/grants oauth/openapi', 'oauth/checks'],
        'oauth/endpoints',
      ],
      everywhere: protocol,
    }),
    ...layerRules({
      parent: 'subgraphs/identity',
      order: [PAGES.join(' ')],
      also: Object.fromEntries(PAGES.map((room) => [room, checks])),
      everywhere: systemBoundary,
    }),
    restrictImports('{rest-adapters,rest-adapters/{asyncapi,openapi},router,router/**}/*.ts', {
      ...services,
      excludeFiles: ['router/main.ts', 'router/**/test/*.ts'],
    }),
    ...[1, 2, 3, 4].map((depth) =>
      restrictImports(`packages/federation-check/${'*/'.repeat(depth)}*.{ts,js}`, published(depth)),
    ),
  ],
})
