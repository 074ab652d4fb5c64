// The tests that look for mutants, which are those of the contract: `npm run test:mutation`.
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(
  base,
  defineConfig({
    // Vite prefers the .mjs build of graphql and its CommonJS users the .js one: two different realms.
    resolve: {
      alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
    },
    // Stryker is only known to work with Vite's modules.
    test: { isolate: true, experimental: { viteModuleRunner: true } },
  }),
)
config.test!.include = ['test/contract/*.test.ts']
config.test!.exclude = ['**/node_modules/**']
export default config
