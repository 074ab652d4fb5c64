/** How many times slower than usual the machine is: `npm run test:stress` sets it, and hang limits scale with it. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1)
