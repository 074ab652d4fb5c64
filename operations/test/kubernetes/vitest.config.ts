// The tests of operations/kubernetes and of the image's restrictions, with a package of their own: `npm run test:kubernetes`.
import { hangsAfter, tier } from '../../../test/support/tier.ts'

export default tier({
  include: ['operations/test/kubernetes/*.test.ts'],
  // Nine programs start, each without the compile cache.
  ...hangsAfter(180_000),
  isolate: true,
  fileParallelism: false,
  // The pods have a PostgreSQL of their own, which is empty.
  globalSetup: [],
})
