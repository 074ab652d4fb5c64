// The tests that look for mutants, which are those of the contract: `npm run test:mutation`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({ test: { isolate: true } }))
config.test!.include = ['test/contract/*.test.ts']
config.test!.exclude = ['**/node_modules/**']
export default config
