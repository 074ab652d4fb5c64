// What the tiers of tests share, besides vitest.config.ts: each has a configuration of its own.
import { defineConfig, type TestUserConfig, type ViteUserConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { SLOWNESS } from './slowness.ts'

/** The configuration of a tier: that of `npm test`, where `options` replaces whole entries. */
export function tier(options: TestUserConfig & { include: string[] }): ViteUserConfig {
  return defineConfig({
    ...base,
    test: { ...base.test, exclude: ['**/node_modules/**'], ...options },
  })
}

/**
 * Ends tests and hooks that hang, and waits a little earlier, which say what they waited for. No test measures the day's
 * speed by it, however slow the machine is.
 */
export function hangsAfter(ms: number): TestUserConfig {
  const limit = ms * SLOWNESS
  const poll = { timeout: limit / 2 }
  return { testTimeout: limit, hookTimeout: limit, teardownTimeout: limit, expect: { poll } }
}
