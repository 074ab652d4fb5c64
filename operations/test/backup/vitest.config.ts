// The drill of a backup and a restore, which needs pgBackRest and PostgreSQL 15: `npm run test:backup`.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['operations/test/backup/*.test.ts'],
  ...hangsAfter(600_000),
  isolate: true,
  // The services hash passwords as in production.
  setupFiles: [],
})
