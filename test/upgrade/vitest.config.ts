// The last commit before version 1.0.0 beside this code: `npm run test:upgrade`. Needs the registry, the history and Debian's postgresql-15.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['test/upgrade/*.test.ts'],
  globalSetup: ['test/support/global-setup.ts', 'test/upgrade/support/earlier.ts'],
  ...hangsAfter(180_000),
  isolate: true,
})
