// The tests that take longer, because they sign people in, wait, count or start programs: `npm run test:slow`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Many of these tests wait, so a third worker finds a free processor. */
const WORKERS = 3
/** No test measures the day's speed by its timeout: what hangs is stopped, however slow the machine is. */
const HANGS_MS = 180_000

const config = mergeConfig(
  base,
  defineConfig({
    test: {
      maxWorkers: WORKERS,
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      expect: { poll: { timeout: 60_000 } },
    },
  }),
)
config.test!.include = ['**/*.slow.test.ts', 'test/{oauth,process}/*.test.ts']
config.test!.exclude = ['**/node_modules/**', '.data/**', 'docs/site/dist/**']
export default config
