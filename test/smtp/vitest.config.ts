// The tests with a real SMTP server, which have a package of their own: `npm run test:smtp`.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({ test: { isolate: true, testTimeout: 60_000 } }))
config.test!.include = ['test/smtp/*.test.ts']
config.test!.exclude = ['**/node_modules/**']
export default config
