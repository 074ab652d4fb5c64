// The tests that need Chromium: `npm run test:browser`.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['test/browser/*.test.ts'],
  globalSetup: ['test/support/global-setup.ts', 'test/browser/build-example.ts'],
  ...hangsAfter(180_000),
})
