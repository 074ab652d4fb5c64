// federation-check as another team installs it: `npm run test:package`. Needs the registry.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/federation-check/test/package/*.test.ts'],
    globalSetup: ['packages/federation-check/test/package/support/installed.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
})
