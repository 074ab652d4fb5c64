// Earlier commits of the project beside this one: `npm run test:upgrade`. Needs the registry and the history.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['test/upgrade/*.test.ts'],
  globalSetup: ['test/support/global-setup.ts', 'test/upgrade/support/earlier.ts'],
  ...hangsAfter(180_000),
  isolate: true,
})
