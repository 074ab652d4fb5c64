// The tests that look for mutants, which are those of the contract: `npm run test:mutation`.
import { fileURLToPath } from 'node:url'
import { tier } from '../support/tier.ts'

export default {
  ...tier({
    include: ['test/contract/*.test.ts'],
    isolate: true,
    // Stryker is only known to work with Vite's modules.
    experimental: { viteModuleRunner: true },
  }),
  // Vite prefers the .mjs build of graphql and its CommonJS users the .js one: two different realms.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
}
