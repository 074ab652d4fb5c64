// The lint rules, among them the order of folders: each imports only those that stand before it.
import { defineConfig } from 'oxlint'
import { forbid, layerRules, outside } from './lint/layers.ts'

const foundation = {
  patterns: [
    {
      group: ['**/subgraphs/**', '**/router/**', '**/rest-adapters/**', '#test/*'],
      message: 'The foundation knows nothing of what stands on it.',
    },
  ],
}

const domain = {
  paths: [{ name: 'graphql', message: 'The domain knows nothing of GraphQL.' }],
  patterns: [
    {
      group: ['**/resolvers.ts', '**/schema.generated.ts', '**/subgraph.ts'],
      message: 'Resolvers call the domain, not the other way round.',
    },
  ],
}

const views = {
  patterns: [{ group: ['../**'], message: 'Pages are views: props in, HTML out.' }],
}

const services = {
  patterns: [
    {
      group: ['**/subgraphs/**'],
      message: 'Adapters and router are handed the services; they know none.',
    },
  ],
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc'],
  jsPlugins: ['./lint/vocabulary.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/*.generated.ts', '.data'],
  rules: {
    'vocabulary/names': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
  },
  overrides: [
    forbid('foundation/**/*.ts', { ...foundation, excludeFiles: ['foundation/test/**'] }),
    ...layerRules({
      parent: 'foundation',
      order: [
        'telemetry',
        'domain',
        ['limits', 'names'],
        'process',
        ['auth', 'database', 'postgres'],
        'http',
        ['graphql', 'peers'],
        ['idempotency', 'content'],
        'service',
      ],
      everywhere: foundation,
    }),
    forbid('subgraphs/*/*.ts', { patterns: [outside('subgraphs/*')] }),
    forbid('subgraphs/*/{content,mail,migrations}/*.ts', { patterns: [outside('subgraphs/*/*')] }),
    forbid('subgraphs/*/domain/*.ts', {
      paths: domain.paths,
      patterns: [outside('subgraphs/*/domain'), ...domain.patterns],
    }),
    ...layerRules({
      parent: 'subgraphs/identity/oauth',
      order: [
        'keys',
        '.',
        ['grants openapi', 'pages pages/console interaction console'],
        'endpoints',
      ],
      also: { pages: views },
    }),
    forbid('{rest-adapters,rest-adapters/openapi,router}/*.ts', {
      ...services,
      excludeFiles: ['router/main.ts'],
    }),
  ],
})
