// The tests that take longer, because they sign people in, wait, count or start programs: `npm run test:slow`.
import { hangsAfter, tier } from '#test/tier.ts'

process.env.MANY_ROUNDS = '1'

export default tier({
  include: [
    '**/*.slow.test.ts',
    'test/{oauth,process}/**/*.test.ts',
    'subgraphs/*/test/{,*/}{races,erasure-races}.test.ts',
  ],
  exclude: ['**/node_modules/**', '.data/**', 'docs/site/dist/**'],
  // Many of these tests wait, so a third worker finds a free processor.
  maxWorkers: 3,
  ...hangsAfter(180_000),
})
