// The tests of a PostgreSQL that fails over, which need etcd, Patroni, HAProxy and PostgreSQL 15: `npm run test:cluster`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** No test measures the day's speed by its timeout: what hangs is stopped, however slow the machine is. */
const HANGS_MS = 3_600_000

const config = mergeConfig(
  base,
  defineConfig({ test: { isolate: true, testTimeout: HANGS_MS, hookTimeout: HANGS_MS } }),
)
config.test!.include = ['test/cluster/*.test.ts']
config.test!.exclude = ['node_modules/**']
// The services hash passwords as in production.
config.test!.setupFiles = []
export default config
