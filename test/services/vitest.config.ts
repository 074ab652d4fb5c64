// The tests that need a Valkey or Redis server, or PgBouncer: `npm run test:services`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** Ten programs start and stop at once. */
const SLOW_MS = 120_000

const config = mergeConfig(
  base,
  defineConfig({ test: { isolate: true, testTimeout: SLOW_MS, hookTimeout: SLOW_MS } }),
)
config.test!.include = ['test/services/*.test.ts']
config.test!.exclude = ['node_modules/**']
export default config
