// Mutates the code that rows of the contract run, and runs only the contract's tests.
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
  // A slow machine must not look like a detected mutant.
  timeoutMS: 120_000,
  dryRunTimeoutMinutes: 15,
  // Stryker would rewrite tsconfig.json with an API that TypeScript 7 no longer has.
  tsconfigFile: 'none',
  // Its copies and reports are in a folder that no other tool reads.
  ignorePatterns: ['.data'],
  tempDirName: '.data/mutation/copies',
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: '.data/mutation/report.json' },
  htmlReporter: { fileName: '.data/mutation/report.html' },
  warnings: { slow: false },
}
