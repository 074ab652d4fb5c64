// What the tiers of tests share, besides vitest.config.ts: each has a configuration of its own.
import { defineConfig, type TestUserConfig, type ViteUserConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** The configuration of a tier: that of `npm test`, where `options` replaces whole entries. */
export function tier(options: TestUserConfig & { include: string[] }): ViteUserConfig {
  return defineConfig({
    ...base,
    test: { ...base.test, exclude: ['**/node_modules/**'], ...options },
  })
}

/** Ends tests and hooks that hang. No test measures the day's speed by it, however slow the machine is. */
export function hangsAfter(ms: number): TestUserConfig {
  return { testTimeout: ms, hookTimeout: ms }
}
