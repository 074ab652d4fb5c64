// The tests that take longer, because they hash passwords, wait, count or start programs: `npm run test:slow`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Many of these tests wait, so a third worker finds a free processor. */
const WORKERS = 3

const config = mergeConfig(base, defineConfig({ test: { isolate: true, maxWorkers: WORKERS } }))
config.test!.include = ['**/*.slow.test.ts', 'test/{oauth,process}/*.test.ts']
config.test!.exclude = ['**/node_modules/**', '.data/**']
export default config
