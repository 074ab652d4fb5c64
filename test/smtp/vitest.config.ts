// The tests with a real SMTP server, which have a package of their own: `npm run test:smtp`.
import { hangsAfter, tier } from '../support/tier.ts'

export default tier({ include: ['test/smtp/*.test.ts'], ...hangsAfter(180_000), isolate: true })
