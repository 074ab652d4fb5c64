// The tests with foreign clients, which have a package of their own: `npm run test:clients`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({ test: { testTimeout: 60_000 } }))
config.test!.include = ['test/clients/**/*.test.ts']
config.test!.exclude = ['**/node_modules/**']
export default config
