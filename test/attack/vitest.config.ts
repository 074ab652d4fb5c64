// Attacks on a system that runs as a process: `npm run test:attack`.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['test/attack/*.test.ts'],
  ...hangsAfter(300_000),
  maxWorkers: 1,
  fileParallelism: false,
  // What a sign-in costs is what an attack is about.
  setupFiles: [],
})
