// Mutates what a row of the contract passes through, and lets only the contract's tests look for it.
export default {
  mutate: [
    'rest-adapters/**/*.ts',
    'subgraphs/*/{resolvers,routes}.ts',
    'subgraphs/*/domain/**/*.ts',
    'foundation/{graphql,peers}/*.ts',
    'router/*.ts',
    '!**/test/**',
    '!**/*.generated.ts',
  ],
  plugins: ['@stryker-mutator/*', './test/mutation/sample.ts'],
  checkers: ['sample'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A busy machine must not pass for a detected mutant.
  timeoutMS: 120_000,
  dryRunTimeoutMinutes: 15,
  // Stryker would rewrite tsconfig.json with an API that TypeScript 7 no longer has.
  tsconfigFile: 'none',
  // The copies that it tests, and its reports, lie where no other tool looks.
  ignorePatterns: ['.data'],
  tempDirName: '.data/mutation/copies',
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: '.data/mutation/report.json' },
  htmlReporter: { fileName: '.data/mutation/report.html' },
  warnings: { slow: false },
}
