// The contract, the races and the plans on the oldest PostgreSQL that is supported, Debian's: `npm run test:postgres`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

process.env.POSTGRES_BIN ??= '/usr/lib/postgresql/15/bin'

const config = mergeConfig(
  base,
  defineConfig({ test: { testTimeout: 120_000, hookTimeout: 120_000 } }),
)
config.test!.include = [
  'test/postgres/*.test.ts',
  'test/contract/contract.test.ts',
  'test/plans/plans.slow.test.ts',
  'subgraphs/*/test/{races,finding}.test.ts',
]
config.test!.exclude = ['node_modules/**']
export default config
