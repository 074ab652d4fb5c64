// The drill of a backup and a restore, which needs pgBackRest and PostgreSQL 15: `npm run test:backup`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** Ends what hangs, however slow the machine is. */
const HANGS_MS = 600_000

const config = mergeConfig(
  base,
  defineConfig({ test: { isolate: true, testTimeout: HANGS_MS, hookTimeout: HANGS_MS } }),
)
config.test!.include = ['test/backup/*.test.ts']
config.test!.exclude = ['node_modules/**']
// The services hash passwords as in production.
config.test!.setupFiles = []
export default config
