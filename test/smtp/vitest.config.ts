// The tests with a real SMTP server, which have a package of their own: `npm run test:smtp`.
import { tier } from '../support/tier.ts'

export default tier({ include: ['test/smtp/*.test.ts'], testTimeout: 60_000, isolate: true })
