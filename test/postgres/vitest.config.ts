// The contract, the races and the plans on the oldest PostgreSQL that is supported, Debian's: `npm run test:postgres`.
import { hangsAfter, tier } from '#test/tier.ts'

process.env.POSTGRES_BIN ??= '/usr/lib/postgresql/15/bin'

export default tier({
  include: [
    'test/postgres/*.test.ts',
    'test/contract/contract.test.ts',
    'test/plans/plans.slow.test.ts',
    'subgraphs/*/test/{,*/}{races,erasure-races,finding}.test.ts',
  ],
  ...hangsAfter(180_000),
})
