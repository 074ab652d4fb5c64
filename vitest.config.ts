// The tests one runs at every save: `npm test`. What takes longer is in vitest.slow.config.ts.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each takes a minute or more: one that began last would run alone at the end. */
const LONG_FILES =
  /\/test\/(browser\/accessibility|contract\/(contract|other-ways)|corpus|process\/|plans|ecosystem\/random-changes)/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const COMPILE_CACHE = new URL('foundation/process/compile-cache.js', import.meta.url).href
await import(COMPILE_CACHE)
/** Node adds a folder for its version. */
const NODE_COMPILE_CACHE = dirname(getCompileCacheDir()!)

export default defineConfig({
  test: {
    include: ['**/test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '.data/**',
      'docs/site/dist/**',
      '**/*.slow.test.ts',
      'operations/**',
      'packages/*/test/package/**',
      'test/{attack,browser,clients,oauth,postgres,process,smtp,upgrade}/**',
    ],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: ['test/support/setup-file.ts'],
    // No test takes as long: this ends those that hang.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    maxWorkers: 2,
    // Node imports the sources itself, as in production. Vite would transform each file first.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Each worker and each program that tests start would compile its packages again.
    execArgv: ['--import', COMPILE_CACHE],
    env: { NODE_COMPILE_CACHE },
    // The files of a worker share its modules: importing them again would take a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
