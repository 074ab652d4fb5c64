// Attacks on a system that runs as a process, with figures: `npm run test:attack`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(
  base,
  defineConfig({
    test: {
      testTimeout: 300_000,
      hookTimeout: 300_000,
      maxWorkers: 1,
      fileParallelism: false,
    },
  }),
)
// What a sign-in costs is what an attack is about.
config.test!.setupFiles = []
config.test!.include = ['test/attack/*.test.ts']
config.test!.exclude = ['**/node_modules/**']
export default config
