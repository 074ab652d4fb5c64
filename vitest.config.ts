import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Vite prefers the .mjs build of graphql and its CommonJS users the .js one: two different realms.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['**/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules/**', '.data/**', 'test/browser/**', 'test/services/**'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
