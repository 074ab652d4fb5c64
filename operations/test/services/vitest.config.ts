// The tests that need a Valkey or Redis server, PgBouncer or Prometheus: `npm run test:services`.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['operations/test/services/*.test.ts'],
  // Ten programs start and stop at once.
  ...hangsAfter(180_000),
  isolate: true,
})
