// The tests that need Chromium: `npm run test:browser`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({ test: { testTimeout: 120_000 } }))
config.test!.globalSetup = ['test/support/global-setup.ts', 'test/browser/build-example.ts']
config.test!.include = ['test/browser/*.test.ts']
config.test!.exclude = ['node_modules/**']
export default config
