// The tests that need a Valkey or Redis server: `npm run test:services`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({ test: { isolate: true, testTimeout: 120_000 } }))
config.test!.include = ['test/services/*.test.ts']
config.test!.exclude = ['node_modules/**']
export default config
