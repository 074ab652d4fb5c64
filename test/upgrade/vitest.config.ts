// Earlier commits of the project beside this one: `npm run test:upgrade`. Needs the registry and the history.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(
  base,
  defineConfig({
    test: {
      isolate: true,
      globalSetup: ['test/upgrade/support/earlier.ts'],
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  }),
)
config.test!.include = ['test/upgrade/*.test.ts']
config.test!.exclude = ['**/node_modules/**']
export default config
