// The tests that need Chromium: `npm run test:browser`.
import { tier } from '#test/tier.ts'

export default tier({
  include: ['test/browser/*.test.ts'],
  globalSetup: ['test/support/global-setup.ts', 'test/browser/build-example.ts'],
  testTimeout: 120_000,
})
