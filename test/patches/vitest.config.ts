// The tests of a patched copy, of both tiers, in one run that starts one database.
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.slow.config.ts'

const config = mergeConfig(base, defineConfig({ test: { maxWorkers: 1 } }))
config.test!.include = ['**/test/**/*.test.ts']
export default config
