// The tests with foreign clients, which have a package of their own: `npm run test:clients`.
import { hangsAfter, tier } from '../support/tier.ts'

export default tier({ include: ['test/clients/**/*.test.ts'], ...hangsAfter(180_000) })
