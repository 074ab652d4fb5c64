import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules/**', '.data/**', 'test/browser/**', 'test/services/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
