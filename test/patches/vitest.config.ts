// The tests of a patched copy, of both tiers, in one run that starts one database.
import { tier } from '#test/tier.ts'
import slow from '../../vitest.slow.config.ts'

export default tier({ ...slow.test, include: ['**/test/**/*.test.ts'], maxWorkers: 1 })
