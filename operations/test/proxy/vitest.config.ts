// The tests of operations/proxy, which need HAProxy and Caddy: `npm run test:proxy`.
import { hangsAfter, tier } from '#test/tier.ts'

export default tier({
  include: ['operations/test/proxy/*.test.ts'],
  // Many programs start and stop.
  ...hangsAfter(180_000),
  isolate: true,
  // A proxy takes a process that waits for the processor for one that hangs.
  fileParallelism: false,
})
