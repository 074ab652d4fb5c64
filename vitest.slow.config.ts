// The tests that take longer, because they hash passwords, wait, count or start programs: `npm run test:slow`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

const config = mergeConfig(base, defineConfig({ test: { isolate: true } }))
config.test!.include = ['**/*.slow.test.ts', 'test/{oauth,process}/*.test.ts']
config.test!.exclude = ['**/node_modules/**', '.data/**']
export default config
