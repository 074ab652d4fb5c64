// The tests of a PostgreSQL that fails over, which need etcd, Patroni, HAProxy and PostgreSQL 15: `npm run test:cluster`.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['operations/test/cluster/*.test.ts'],
  ...hangsAfter(3_600_000),
  isolate: true,
  // The services hash passwords as in production.
  setupFiles: [],
})
